// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/type_space.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// Row types that have no class yet, and what each row of a class in the making would lose with
/// each of them. Made for a class that grows by one type after the other: only the attributes on
/// which it got wider are looked at again. Types keep their order.
class Candidates {
public:
    /// \pre types ascend, so that ties go to the lowest number
    Candidates(const TypeSpace& space, std::span<const std::uint32_t> types, unsigned threads);

    /// Types left.
    [[nodiscard]] std::size_t size() const { return left_; }

    [[nodiscard]] std::uint32_t type(std::size_t candidate) const { return types_[candidate]; }

    /// A class of this cover is in the making.
    void begin(std::span<const Word> cover);

    /// It has got this cover, which holds that from before.
    void widen(std::span<const Word> cover);

    /// The candidate with which it loses least, the first of equals. \pre size() > 0
    [[nodiscard]] std::size_t nearest() const { return best<false>(); }

    /// The candidate with which it loses most, the first of equals. \pre size() > 0
    [[nodiscard]] std::size_t furthest() const { return best<true>(); }

    /// Takes a candidate out and returns its type. Numbers of others may change.
    std::uint32_t take(std::size_t candidate);

    /// The types left, ascending.
    [[nodiscard]] std::vector<std::uint32_t> rest() const;

private:
    template <bool kMost>
    [[nodiscard]] std::size_t best() const;
    [[nodiscard]] bool is_wider(std::size_t axis, std::span<const Word> cover) const;
    void set_row(std::size_t axis);
    void add_rows(bool anew);
    void close_up();

    const TypeSpace& space_;
    unsigned threads_;
    std::size_t left_;
    std::vector<std::uint32_t> types_;
    std::vector<std::vector<Place>> places_;  ///< per axis; behind the last place once taken
    std::vector<RowCost> costs_;
    std::vector<Word> cover_;                   ///< of the class in the making
    std::vector<std::vector<RowCost>> rows_;    ///< per axis, per place: cost of the class with it
    std::vector<std::vector<RowCost>> change_;  ///< per axis, per place: what is to be added
    std::vector<std::size_t> changed_;          ///< axes
};

}  // namespace kanon::classes
