// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/axis.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon::classes {

/// What a row loses, as a whole number: sums do not depend on the order of the attributes, and what
/// loses the same is a tie. A row of which everything is lost has TypeSpace::kWhole, but for what
/// rounding adds.
using RowCost = std::uint32_t;

/// The row types of a task on its axes, and what they lose in classes of any extents. Here they are
/// numbered by their places, on the attributes in the order of their names: so neither ties nor
/// what is drawn at random depends on the order of the columns. Small axes have a table of the
/// losses of all their extents. Borrows the axes.
///
/// With `part_rows` a type here is a part of one: of a type of fewer than 2 part_rows rows each row
/// by itself; of a type of more so many that the others, the last part, are a multiple of
/// part_rows.
class TypeSpace {
public:
    static constexpr RowCost kWhole = RowCost{1} << 30U;
    static constexpr std::uint64_t kNoParts = 0;

    TypeSpace(const Task& task, const std::vector<Axis>& axes, std::uint64_t part_rows = kNoParts);

    [[nodiscard]] const std::vector<Axis>& axes() const { return axes_; }

    /// The number of axes.
    [[nodiscard]] std::size_t size() const { return axes_.size(); }

    /// The number of types, or parts of types.
    [[nodiscard]] std::size_t type_count() const { return order_.size(); }

    /// The number that the task has for a type, or the type of a part.
    [[nodiscard]] std::uint32_t number_in_task(std::uint32_t type) const { return order_[type]; }

    [[nodiscard]] Place place(std::uint32_t type, std::size_t axis) const {
        return places_[type * axes_.size() + axis];
    }

    [[nodiscard]] std::uint32_t rows(std::uint32_t type) const { return counts_[type]; }

    /// What a row loses on one axis in a class of that extent.
    [[nodiscard]] RowCost cost(std::size_t axis, Extent extent) const {
        const std::vector<RowCost>& table = tables_[axis];
        return table.empty() ? as_cost(axes_[axis].loss(extent))
                             : table[extent.low * axes_[axis].size() + extent.high];
    }

    /// A weighted loss as a cost.
    [[nodiscard]] RowCost as_cost(double loss) const {
        return (static_cast<RowCost>(loss * halves_) + 1) / 2;
    }

    /// Narrows extents, one per axis, to those of one type.
    void take_extents(std::uint32_t type, std::span<Extent> extents) const;

    /// What a row loses in a class of these extents and the type; less than that, but not below
    /// `enough`, if it is above.
    [[nodiscard]] RowCost joined_cost(std::span<const Extent> extents,
                                      std::uint32_t type,
                                      RowCost enough = std::numeric_limits<RowCost>::max()) const {
        RowCost cost_of_row = 0;
        for (std::size_t axis = 0; axis < axes_.size() && cost_of_row < enough; ++axis) {
            cost_of_row += cost(axis, joined(extents[axis], place(type, axis)));
        }
        return cost_of_row;
    }

    /// The same of two extents.
    [[nodiscard]] RowCost joined_cost(std::span<const Extent> a,
                                      std::span<const Extent> b,
                                      RowCost enough = std::numeric_limits<RowCost>::max()) const {
        RowCost cost_of_row = 0;
        for (std::size_t axis = 0; axis < axes_.size() && cost_of_row < enough; ++axis) {
            cost_of_row += cost(axis, joined(a[axis], b[axis]));
        }
        return cost_of_row;
    }

    [[nodiscard]] static Extent joined(Extent extent, Place place) {
        return {extent.low < place ? extent.low : place, extent.high > place ? extent.high : place};
    }

    [[nodiscard]] static Extent joined(Extent a, Extent b) {
        return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
    }

private:
    void add(std::uint32_t number, std::uint32_t rows, std::span<const Place> places);
    void list_costs();

    const std::vector<Axis>& axes_;
    double halves_;                     ///< of the unit of cost in a weighted loss of 1
    std::vector<std::uint32_t> order_;  ///< numbers in the task
    std::vector<std::uint32_t> counts_;
    std::vector<Place> places_;                 ///< of each type, on each axis
    std::vector<std::vector<RowCost>> tables_;  ///< per axis: low * size + high; or empty
};

}  // namespace kanon::classes
