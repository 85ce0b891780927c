// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// Row types in a box, or two boxes in one.
struct Box {
    std::uint32_t begin = 0;  ///< of the tree's numbers of row types
    std::uint32_t end = 0;
    std::uint32_t below = 0;  ///< the first of two boxes; 0: none
};

/// The row types by their places, and boxes around them down to a few types each. Box 0 holds all.
/// Types have numbers of the tree's own: those of a box follow each other, so near numbers are
/// mostly near types. On set axes a box is known by its least and greatest place: what lies outside
/// is none of its values. Keeps the axes, not the task. Cost O(t log t m).
class BoxTree {
public:
    BoxTree(const Task& task, const std::vector<Axis>& axes);

    [[nodiscard]] std::size_t size() const { return rows_.size(); }

    [[nodiscard]] const std::vector<Axis>& axes() const { return axes_; }

    [[nodiscard]] const CoverLayout& layout() const { return layout_; }

    [[nodiscard]] const Box& box(std::uint32_t number) const { return boxes_[number]; }

    [[nodiscard]] std::span<const Extent> extents(std::uint32_t box) const {
        return std::span(extents_).subspan(box * axes_.size(), axes_.size());
    }

    [[nodiscard]] std::span<const Place> places(std::uint32_t type) const {
        return std::span(places_).subspan(type * axes_.size(), axes_.size());
    }

    /// The axes, those first on which types far apart lose most together.
    [[nodiscard]] const std::vector<std::size_t>& dearest_first() const { return dearest_first_; }

    [[nodiscard]] std::uint64_t rows(std::uint32_t type) const { return rows_[type]; }

    /// Of values of the types, one for each row.
    [[nodiscard]] double sum_over_rows(std::span<const double> of_type) const;

    /// The weighted loss of a row of a box, laid out as layout() says, once a type is in it.
    [[nodiscard]] double loss_with(std::span<const Word> box, std::uint32_t type) const {
        const std::span<const Place> at = places(type);
        double loss = 0;
        for (std::size_t axis = 0; axis < at.size(); ++axis) {
            const Word* const cover = box.data() + layout_.start(axis);
            const Axis& on = axes_[axis];
            if (on.by_set()) {
                loss += on.loss_with(cover, at[axis]);
            } else {
                const Extent extent = joined(extent_of(*cover), at[axis]);
                loss += pair_loss(axis, extent.low, extent.high);
            }
        }
        return loss;
    }

    /// The weighted loss on an axis of a class of these two places.
    [[nodiscard]] double pair_loss(std::size_t axis, Place a, Place b) const {
        const double* const losses = pair_losses(axis, a);
        return losses != nullptr ? losses[b] : axes_[axis].pair_loss(a, b);
    }

    /// The loss of a class of rows of the type alone.
    [[nodiscard]] double loss_alone(std::uint32_t type) const {
        const std::span<const Place> at = places(type);
        double loss = 0;
        for (std::size_t axis = 0; axis < at.size(); ++axis) {
            loss += pair_loss(axis, at[axis], at[axis]);
        }
        return loss;
    }

    /// What pair_loss() is of a place with every other; null for an axis of many places, which is
    /// not tabled.
    [[nodiscard]] const double* pair_losses(std::size_t axis, Place place) const {
        const std::vector<double>& table = pair_losses_[axis];
        return table.empty() ? nullptr : table.data() + place * axes_[axis].size();
    }

private:
    void take_pair_losses();
    void add_box(std::uint32_t begin, std::uint32_t end);
    void divide(std::size_t number);
    void sort_by_place(const Box& box, std::size_t axis);
    [[nodiscard]] std::uint32_t cut_between_places(const Box& box, std::size_t axis) const;

    /// Number the types as the boxes have them; until then they have the task's numbers.
    void renumber(const RowTypes& types);

    const std::vector<Axis>& axes_;
    CoverLayout layout_;
    std::vector<std::size_t> dearest_first_;
    std::vector<std::uint32_t> order_;  ///< while boxes are divided
    std::vector<std::uint64_t> keys_;   ///< and sorted: place and type
    std::vector<Place> places_;         ///< of each type, on each axis
    std::vector<std::uint32_t> rows_;
    std::vector<Box> boxes_;
    std::vector<Extent> extents_;                   ///< of each box, on each axis
    std::vector<std::vector<double>> pair_losses_;  ///< by axis: of all pairs, where these are few
};

}  // namespace kanon::classes
