// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"
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

/// What extents of a long range axis cost: from its first place up to one, less what lies below the
/// other, in halves of a cost.
struct RangeCosts {
    std::vector<double> up_to;  ///< by place; empty for other axes
    std::vector<double> below;
    Place missing = 0;
    RowCost with_missing = 0;  ///< of an extent of it and others

    [[nodiscard]] RowCost of(Extent extent) const {
        if (extent.high == missing) {
            return extent.low == missing ? 0 : with_missing;
        }
        return (static_cast<RowCost>(up_to[extent.high] - below[extent.low]) + 1) / 2;
    }
};

/// The row types of a task on its axes, and what they lose in classes of any covers. Here they are
/// numbered by their places, on the attributes in the order of their names: so neither ties nor
/// what is drawn at random depends on the order of the columns. Small axes have a table of the
/// losses of all their extents, set axes one by the number of values. Borrows the axes.
///
/// With `part_rows` a type here is a part of one: of a type of fewer than 2 part_rows rows each row
/// by itself; of a type of more so many that the others, the last part, are a multiple of
/// part_rows.
class TypeSpace {
public:
    static constexpr RowCost kWhole = RowCost{1} << 30U;
    static constexpr std::uint64_t kNoParts = 0;

    TypeSpace(const Task& task,
              const std::vector<Axis>& axes,
              std::uint64_t part_rows = kNoParts,
              unsigned threads = 1);

    [[nodiscard]] const std::vector<Axis>& axes() const { return axes_; }

    /// The number of axes.
    [[nodiscard]] std::size_t size() const { return axes_.size(); }

    /// The axes in the order of their attributes' names.
    [[nodiscard]] const std::vector<std::size_t>& axes_by_name() const { return by_name_; }

    /// The number of types, or parts of types.
    [[nodiscard]] std::size_t type_count() const { return order_.size(); }

    /// The number that the task has for a type, or the type of a part.
    [[nodiscard]] std::uint32_t number_in_task(std::uint32_t type) const { return order_[type]; }

    [[nodiscard]] Place place(std::uint32_t type, std::size_t axis) const {
        return places_[type * axes_.size() + axis];
    }

    /// Its places on all axes.
    [[nodiscard]] std::span<const Place> places(std::uint32_t type) const {
        return std::span(places_).subspan(type * axes_.size(), axes_.size());
    }

    [[nodiscard]] std::uint32_t rows(std::uint32_t type) const { return counts_[type]; }

    /// Words of what a class covers.
    [[nodiscard]] std::size_t cover_words() const { return layout_.words(); }

    /// Where those of an axis begin.
    [[nodiscard]] std::size_t start(std::size_t axis) const { return layout_.start(axis); }

    /// What a row loses on one axis in a class of that cover there.
    [[nodiscard]] RowCost cost(std::size_t axis, const Word* cover) const {
        const AxisCosts& costs = costs_[axis];
        if (!costs.by_set) {
            return extent_cost(axis, extent_of(*cover));
        }
        return axes_[axis].is_listed(*cover) ? costs.table[*cover]
                                             : unlisted_cost(axis, set_extent(cover, costs.words));
    }

    /// What it loses once the class has one place more there, or all of another cover.
    [[nodiscard]] RowCost cost_with(std::size_t axis, const Word* cover, Place place) const {
        const AxisCosts& costs = costs_[axis];
        if (!costs.by_set) {
            return extent_cost(axis, joined(extent_of(*cover), place));
        }
        const std::size_t count = *cover + 1 - set_holds(cover, place);
        return axes_[axis].is_listed(count)
                   ? costs.table[count]
                   : unlisted_cost(axis, joined(set_extent(cover, costs.words), place));
    }

    [[nodiscard]] RowCost cost_with(std::size_t axis, const Word* cover, const Word* other) const {
        const AxisCosts& costs = costs_[axis];
        if (!costs.by_set) {
            return extent_cost(axis, joined(extent_of(*cover), extent_of(*other)));
        }
        const std::size_t count = joined_count(cover, other, costs.words);
        return axes_[axis].is_listed(count) ? costs.table[count]
                                            : unlisted_cost(axis,
                                                            joined(set_extent(cover, costs.words),
                                                                   set_extent(other, costs.words)));
    }

    /// What it loses there in a class of two places, or of one.
    [[nodiscard]] RowCost cost_of_pair(std::size_t axis, Place a, Place b) const {
        const Extent extent{std::min(a, b), std::max(a, b)};
        if (!costs_[axis].by_set) {
            return extent_cost(axis, extent);
        }
        const std::size_t count = a == b ? 1 : 2;
        return axes_[axis].is_listed(count) ? costs_[axis].table[count]
                                            : unlisted_cost(axis, extent);
    }

    /// Calls use(cost_of_place), where that is cost_with() of a place, worked out in a quicker way
    /// for many places.
    template <class Use>
    void visit_costs_with(std::size_t axis, const Word* cover, Use use) const {
        if (costs_[axis].by_set && axes_[axis].is_listed(*cover + 1)) {
            const RowCost* const table = costs_[axis].table.data() + *cover;
            use([=](Place place) { return table[1 - set_holds(cover, place)]; });
        } else if (costs_[axis].by_set) {
            use([=, this](Place place) { return cost_with(axis, cover, place); });
        } else {
            const Extent extent = extent_of(*cover);
            use([=, this](Place place) { return extent_cost(axis, joined(extent, place)); });
        }
    }

    /// What it loses at least once the class has any place of another cover there.
    [[nodiscard]] RowCost least_cost_with(std::size_t axis,
                                          const Word* cover,
                                          const Word* other) const {
        const AxisCosts& costs = costs_[axis];
        if (costs.by_set) {
            const std::size_t count = *cover + (sets_meet(cover, other, costs.words) ? 0 : 1);
            return std::max(costs.table[count], cost(axis, cover));
        }
        const Extent own = extent_of(*cover);
        const Extent its = extent_of(*other);
        return extent_cost(axis, joined(own, std::clamp(own.low, its.low, its.high)));
    }

    /// What it loses on an axis of extents, by low * places + high; null where there is no table.
    [[nodiscard]] const RowCost* extent_costs(std::size_t axis) const {
        const AxisCosts& costs = costs_[axis];
        return costs.by_set || costs.table.empty() ? nullptr : costs.table.data();
    }

    /// Those of a range axis without a table; null for others.
    [[nodiscard]] const RangeCosts* range_costs(std::size_t axis) const {
        const RangeCosts& costs = costs_[axis].ranges;
        return costs.up_to.empty() ? nullptr : &costs;
    }

    /// What it loses at least on a set axis in a class of so many values.
    [[nodiscard]] RowCost least_cost_of_count(std::size_t axis, std::size_t count) const {
        return costs_[axis].table[count];
    }

    /// A weighted loss as a cost.
    [[nodiscard]] RowCost as_cost(double loss) const {
        return (static_cast<RowCost>(loss * halves_) + 1) / 2;
    }

    /// Narrows a cover to the places of one type.
    void take_cover(std::uint32_t type, std::span<Word> cover) const;

    /// Widens a cover by a type.
    void widen_cover(std::span<Word> cover, std::uint32_t type) const;

    /// Widens a cover by a type, or another cover. Returns what a row of the class loses then.
    RowCost widen(std::span<Word> cover, std::uint32_t type) const;
    RowCost widen(std::span<Word> cover, std::span<const Word> other) const;

    /// What a row loses in a class of this cover and the type; less than that, but not below
    /// `enough`, if it is above.
    [[nodiscard]] RowCost joined_cost(std::span<const Word> cover,
                                      std::uint32_t type,
                                      RowCost enough = std::numeric_limits<RowCost>::max()) const {
        RowCost cost_of_row = 0;
        const Word* at = cover.data();
        const Place* places = places_.data() + type * axes_.size();
        if (!any_sets_) {
            for (std::size_t axis = 0; axis < axes_.size() && cost_of_row < enough; ++axis) {
                cost_of_row += extent_cost(axis, joined(extent_of(at[axis]), places[axis]));
            }
            return cost_of_row;
        }
        for (std::size_t axis = 0; axis < axes_.size() && cost_of_row < enough; ++axis) {
            cost_of_row += cost_with(axis, at, places[axis]);
            at += costs_[axis].words;
        }
        return cost_of_row;
    }

    /// The same of two covers.
    [[nodiscard]] RowCost joined_cost(std::span<const Word> a,
                                      std::span<const Word> b,
                                      RowCost enough = std::numeric_limits<RowCost>::max()) const {
        RowCost cost_of_row = 0;
        for (std::size_t axis = 0; axis < axes_.size() && cost_of_row < enough; ++axis) {
            const std::size_t at = start(axis);
            cost_of_row += cost_with(axis, a.data() + at, b.data() + at);
        }
        return cost_of_row;
    }

private:
    /// What is needed of an axis to work out costs.
    struct AxisCosts {
        bool by_set = false;
        std::size_t words = 1;
        std::size_t places = 0;
        /// Of extents, low * places + high, or empty where these are too many; of sets, by the
        /// number of values, and of ranges of so many where sets have too many.
        std::vector<RowCost> table;
        /// Of the labels of a hierarchy, level * places + low; empty where there is a table.
        std::vector<RowCost> labels;
        RangeCosts ranges;  ///< of ranges, where there is no table
    };

    [[nodiscard]] RowCost extent_cost(std::size_t axis, Extent extent) const {
        const AxisCosts& costs = costs_[axis];
        return costs.table.empty() ? long_extent_cost(axis, extent)
                                   : costs.table[extent.low * costs.places + extent.high];
    }

    /// Where there is no table.
    [[nodiscard]] RowCost long_extent_cost(std::size_t axis, Extent extent) const;

    /// Of a set of more values than are listed.
    [[nodiscard]] RowCost unlisted_cost(std::size_t axis, Extent extent) const {
        const std::vector<RowCost>& table = costs_[axis].table;
        return axes_[axis].is_text_range(extent) ? table[extent.high - extent.low + std::size_t{1}]
                                                 : table.back();
    }

    [[nodiscard]] std::vector<std::uint32_t> order_by_places(const std::vector<Place>& places,
                                                             std::size_t count,
                                                             unsigned threads) const;
    void take_types(std::span<const std::uint32_t> rows_of_type,
                    std::vector<std::uint32_t> order,
                    std::uint64_t part_rows);
    void take_places(std::span<const Place> of_task, unsigned threads);
    void list_costs();
    [[nodiscard]] RangeCosts range_costs_of(const Axis& axis) const;

    const std::vector<Axis>& axes_;
    std::vector<std::size_t> by_name_;
    double halves_;                     ///< of the unit of cost in a weighted loss of 1
    std::vector<std::uint32_t> order_;  ///< numbers in the task
    std::vector<std::uint32_t> counts_;
    std::vector<Place> places_;  ///< of each type, on each axis
    CoverLayout layout_;
    std::vector<AxisCosts> costs_;  ///< per axis
    bool any_sets_ = false;
};

}  // namespace kanon::classes
