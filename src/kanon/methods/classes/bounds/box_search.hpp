// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/bounds/box_descent.hpp"
#include "kanon/methods/classes/space/near_types.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// The rows of the candidates that go on, and whether they are as many as a box needs.
class RowTally {
public:
    RowTally(const std::uint32_t* rows, std::uint64_t needed) : rows_(rows), needed_(needed) {}

    void add(std::uint32_t candidate) { sum_ += rows_[candidate]; }

    [[nodiscard]] bool enough() const { return sum_ >= needed_; }

private:
    const std::uint32_t* rows_;
    std::uint64_t needed_;
    std::uint64_t sum_ = 0;
};

/// Searches the least lossy box that holds a row type and the rows needed. A box has an extent on
/// every axis: a label, a range, a set or a star, as a class of its rows is released.
///
/// Box by box (BoxDescent), as long as they lose less than the best box known; on the last axis two
/// ends run along it.
///
/// Larger sets are not told apart but on the last axis. Where pairs are, it counts for a larger set
/// how many values it needs at least to hold the rows, whatever the values on other axes. So with
/// set axes the loss found may be less than that of the least lossy box, never more.
class BoxSearch : private BoxDescent<BoxSearch, RowTally> {
public:
    /// Keeps a reference to the tree.
    BoxSearch(const BoxTree& tree, std::uint64_t needed_rows) : BoxDescent(tree, needed_rows) {}

    /// Search boxes around a type that lose less than `below`. \pre `near` has all types of less
    /// than that, the type itself among them, and these have the rows needed. Returns false if the
    /// steps ran out before all boxes were looked at; a step is one type looked at on one axis.
    [[nodiscard]] bool run(std::uint32_t type,
                           std::span<const NearType> near,
                           double below,
                           SetSearch sets,
                           std::uint64_t& steps);

    /// Loss of the best box that the last run found, or its `below`.
    [[nodiscard]] double best() const { return best_; }

    /// What that box covers, as CoverLayout lays it out; empty if none was found.
    [[nodiscard]] const std::vector<Word>& box() const { return box_; }

private:
    friend BoxDescent;

    void take_candidates(std::span<const NearType> near);
    void order_candidates();
    void close_by_label(const Stage& stage, const Kept& from, double loss);
    void close_by_ends(const Stage& stage, Types types, double loss);
    void close_by_set(const Stage& stage, Types types, double loss);

    [[nodiscard]] RowTally tally() const { return {rows_.data(), needed_rows_}; }

    [[nodiscard]] double worth(const RowTally&) const { return best_; }

    [[nodiscard]] bool close(std::size_t depth, const Kept& from, double loss);

    void take(const Kept& kept, double loss) { take(kept.types, loss); }

    void take(Types types, double loss);

    std::vector<std::uint64_t> keys_;  ///< place on the last axis and candidate
    double best_ = 0;
    std::vector<Word> box_;
};

}  // namespace kanon::classes
