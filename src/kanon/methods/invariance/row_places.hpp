// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/axis_order.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::invariance {

using classes::Axis;
using classes::Place;
using classes::Word;

/// What rows cover: of each axis what its classes are released by. Empty: no row.
using Cover = std::vector<Word>;

/// Rows on the axes of their task, and what classes of them lose. Axes are numbered in the order of
/// their names. Borrows the axes and the types of the rows.
class RowPlaces {
public:
    RowPlaces(const Task& task,
              const std::vector<Axis>& axes,
              std::span<const std::uint32_t> type_of_row)
        : task_(task),
          axes_(axes),
          order_(classes::axes_by_name(task)),
          layout_(axes),
          type_of_row_(type_of_row) {}

    [[nodiscard]] std::size_t axes() const { return order_.size(); }

    [[nodiscard]] Place place(std::uint32_t row, std::size_t axis) const {
        const std::size_t own = order_[axis];
        return axes_[own].place_of(task_.row_types().columns[own][type_of_row_[row]]);
    }

    void widen(Cover& cover, std::uint32_t row) const { widen_by_type(cover, type_of_row_[row]); }

    void widen_by_type(Cover& cover, std::uint32_t type) const {
        const bool is_first = cover.empty();
        cover.resize(layout_.words());
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            const Place place = axes_[axis].place_of(task_.row_types().columns[axis][type]);
            Word* const at = cover.data() + layout_.start(axis);
            if (is_first) {
                axes_[axis].take(at, place);
            } else {
                axes_[axis].widen(at, place);
            }
        }
    }

    /// Weighted loss of a row of a class of that cover.
    [[nodiscard]] double loss(const Cover& cover) const {
        double out = 0;
        for (std::size_t i = 0; i < order_.size() && !cover.empty(); ++i) {
            out += axes_[order_[i]].loss(cover.data() + layout_.start(order_[i]));
        }
        return out;
    }

private:
    const Task& task_;
    const std::vector<Axis>& axes_;
    std::vector<std::size_t> order_;
    classes::CoverLayout layout_;
    std::span<const std::uint32_t> type_of_row_;
};

}  // namespace kanon::invariance
