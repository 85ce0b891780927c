// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/cover_costs.hpp"
#include "kanon/methods/classes/space/type_space.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// Row types that are left, in boxes of near ones, from which they are taken one by one. Finds
/// those near a class about as quickly however many there are. Types are known here by their turn:
/// box by box, so near turns are mostly near types. Borrows the space. Cost O(t log t m); memory
/// O(t m).
class NearLeft {
public:
    NearLeft(const TypeSpace& space, std::vector<std::uint32_t> types);

    /// A type that is left, and what a row of the class would lose with it.
    struct Found {
        RowCost cost = 0;
        std::uint32_t turn = 0;

        friend bool operator<(const Found& a, const Found& b) {
            return a.cost != b.cost ? a.cost < b.cost : a.turn < b.turn;
        }
    };

    [[nodiscard]] std::size_t size() const { return types_.size(); }

    /// The space's number.
    [[nodiscard]] std::uint32_t type(std::uint32_t turn) const { return types_[turn]; }

    /// Its places on all axes.
    [[nodiscard]] const Place* places(std::uint32_t turn) const {
        return places_.data() + turn * space_.size();
    }

    [[nodiscard]] bool is_left(std::uint32_t turn) const { return left_[turn] != 0; }

    [[nodiscard]] std::size_t left() const { return boxes_.front().left; }

    /// What a row loses in a class of all types of the least box of this one.
    [[nodiscard]] RowCost cost_of_box(std::uint32_t turn) const { return costs_[box_of_[turn]]; }

    /// The type is no longer left.
    void take(std::uint32_t turn);

    /// Of the types left near a class of that cover up to `most`, the nearest first: the nearest of
    /// all, unless `looks` of them, the nearer boxes first, were looked at before that is certain.
    [[nodiscard]] std::span<const Found> near(std::span<const Word> cover,
                                              std::size_t most,
                                              std::size_t looks);

private:
    struct Box {
        std::uint32_t begin = 0;  ///< of turns
        std::uint32_t end = 0;
        std::uint32_t above = 0;
        std::uint32_t below = 0;  ///< the first of two boxes; 0: none
        std::uint32_t left = 0;
    };

    struct OpenBox {
        RowCost least = 0;  ///< that a row of the class loses with any type of it
        std::uint32_t box = 0;

        friend bool operator<(const OpenBox& a, const OpenBox& b) {
            return a.least != b.least ? a.least > b.least : a.box > b.box;  // the nearest on top
        }
    };

    void divide(std::uint32_t number);
    void cover_boxes();
    [[nodiscard]] std::span<Word> cover(std::size_t box);
    void open(std::uint32_t box);
    void look_into(const Box& box);

    /// A type of such a cost is not among those found.
    [[nodiscard]] RowCost too_much() const;

    const TypeSpace& space_;
    std::vector<std::uint32_t> types_;
    std::vector<Place> places_;  ///< of each
    std::vector<std::uint8_t> left_;
    std::vector<std::uint32_t> box_of_;  ///< the least box of each type
    std::vector<Box> boxes_;
    std::vector<Word> covers_;    ///< of all types of each box
    std::vector<RowCost> costs_;  ///< of these
    std::vector<OpenBox> open_;   ///< a heap
    CoverCosts query_;            ///< of the class that types are sought for
    std::size_t most_ = 0;        ///< to be found
    std::vector<Found> found_;    ///< a heap, the farthest on top
};

}  // namespace kanon::classes
