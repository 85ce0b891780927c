// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/box_tree.hpp"
#include "kanon/methods/classes/space/near_types.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kanon::classes {

/// Which sets are told apart on the axes before the last: none of two values or more, as if each
/// were a star that loses what two values lose; or those of two values.
enum class SetSearch : std::uint8_t { any, pairs };

/// Searches the least lossy box that holds a row type and the rows needed. A box has an extent on
/// every axis: a label, a range, a set or a star, as a class of its rows is released.
///
/// Depth first: one axis after the other gets its extent, the least lossy first; on the last axis
/// two ends run along it. A type goes on while it lies within the extents so far and what it needs
/// on the other axes keeps the loss below that of the best box known. Where too few rows go on, no
/// box follows.
///
/// Larger sets are not told apart but on the last axis. Where pairs are, it counts for a larger set
/// how many values it needs at least to hold the rows, whatever the values on other axes. So with
/// set axes the loss found may be less than that of the least lossy box, never more.
class BoxSearch {
public:
    /// Keeps a reference to the tree.
    BoxSearch(const BoxTree& tree, std::uint64_t needed_rows);

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
    using Types = std::span<const std::uint32_t>;  ///< numbers of candidates

    /// An axis in its turn.
    struct Stage {
        std::size_t axis = 0;
        Place own = 0;               ///< place of the type
        bool two_ended = false;      ///< a range around a number; else a label, or a star or not
        bool by_set = false;         ///< a set
        bool any_set = false;        ///< just now: a set that is not told apart from others
        double least_loss = 0;       ///< of any extent
        double least_after = 0;      ///< of any extents of the axes after it
        std::vector<Place> places;   ///< by candidate
        std::vector<double> losses;  ///< by candidate: the least it needs on this axis
        std::vector<double> after;   ///< by candidate: the least it needs on those after it
    };

    void take_candidates(std::span<const NearType> near);
    void order_candidates();
    void take_stage(std::size_t depth);
    void descend(std::size_t depth, Types types, double loss);
    void try_labels(std::size_t depth, Types types, double loss);
    void try_low_ends(std::size_t depth, Types types, double loss);
    void try_high_ends(std::size_t depth, Types types, Place low, double loss);
    void try_sets(std::size_t depth, Types types, double loss);
    void try_star(std::size_t depth, Types types, double loss);
    void close_by_label(const Stage& stage, Types types, double loss);
    void close_by_ends(const Stage& stage, Types types, double loss);
    void close_by_set(const Stage& stage, Types types, double loss);
    [[nodiscard]] std::vector<Types> by_place(std::size_t slot, const Stage& stage, Types types);
    [[nodiscard]] std::size_t values_needed(const Stage& stage, Types types);
    [[nodiscard]] double raise_of_sets(Types types);
    void take(Types types, double loss);

    /// The candidates that `stays` says so of; none if they have fewer rows than are needed.
    template <typename Stays>
    Types keep(std::size_t slot, Types types, Stays stays);

    template <typename Stays>
    Types keep_both(std::size_t slot, Types one, Types other, Stays stays);

    const BoxTree& tree_;
    std::uint64_t needed_rows_;
    std::uint32_t type_ = 0;
    std::size_t any_set_ = 0;  ///< values, at least, of a set that is not told apart from others
    std::vector<std::size_t> axis_order_;
    std::vector<Stage> stages_;
    std::size_t depths_ = 0;                 ///< stages in use
    double settled_loss_ = 0;                ///< of the axes on which no candidate is apart
    std::vector<std::uint32_t> candidates_;  ///< the tree's numbers, ascending on the last axis
    std::vector<std::uint64_t> keys_;        ///< place on the last axis and candidate
    std::vector<std::uint32_t> rows_;        ///< by candidate
    std::vector<std::uint32_t> slots_;       ///< room for lists of candidates, two for each stage
    std::vector<std::pair<std::uint64_t, Place>> place_rows_;  ///< room for values_needed()
    std::vector<std::uint64_t> rows_of_place_;                 ///< room, all 0
    double best_ = 0;
    std::vector<Word> box_;
    std::uint64_t steps_ = 0;
    bool stopped_ = false;
};

template <typename Stays>
BoxSearch::Types BoxSearch::keep(std::size_t slot, Types types, Stays stays) {
    if (steps_ < types.size()) {
        stopped_ = true;
        return {};
    }
    steps_ -= types.size();
    std::uint32_t* const kept = slots_.data() + slot * candidates_.size();
    std::size_t count = 0;
    std::uint64_t rows = 0;
    for (const std::uint32_t type : types) {
        const bool stay = stays(type);
        kept[count] = type;
        count += stay ? 1 : 0;
        rows += stay ? rows_[type] : 0;
    }
    return rows < needed_rows_ ? Types() : Types(kept, count);
}

/// Those of two lists in one order, as keep().
template <typename Stays>
BoxSearch::Types BoxSearch::keep_both(std::size_t slot, Types one, Types other, Stays stays) {
    if (steps_ < one.size() + other.size()) {
        stopped_ = true;
        return {};
    }
    steps_ -= one.size() + other.size();
    std::uint32_t* const kept = slots_.data() + slot * candidates_.size();
    std::size_t count = 0;
    std::uint64_t rows = 0;
    bool any_other = other.empty();
    for (std::size_t i = 0, j = 0; i < one.size() || j < other.size();) {
        const bool from_other = i == one.size() || (j < other.size() && other[j] < one[i]);
        const std::uint32_t type = from_other ? other[j++] : one[i++];
        if (stays(type)) {
            kept[count++] = type;
            rows += rows_[type];
            any_other |= from_other;
        }
    }
    return rows < needed_rows_ || !any_other ? Types() : Types(kept, count);
}

}  // namespace kanon::classes
