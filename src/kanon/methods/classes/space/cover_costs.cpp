// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/cover_costs.hpp"

#include "kanon/methods/classes/space/axis_order.hpp"

#include <algorithm>

namespace kanon::classes {
CoverCosts::CoverCosts(const TypeSpace& space) : space_(space) {
    for (const std::size_t axis : axes_dearest_first(space)) {
        axes_.push_back({.axis = axis,
                         .start = space.start(axis),
                         .words = space.axes()[axis].words(),
                         .places = space.axes()[axis].size(),
                         .extents = space.extent_costs(axis),
                         .ranges = space.range_costs(axis)});
    }
}

void CoverCosts::start(std::span<const Word> cover) {
    for (OnAxis& on : axes_) {
        const Axis& axis = space_.axes()[on.axis];
        on.cover = cover.data() + on.start;
        if (!axis.by_set()) {
            on.extent = extent_of(*on.cover);
            continue;
        }
        const std::size_t count = *on.cover;
        const std::size_t with_more = std::min(count + 1, on.places);
        on.by_count = axis.is_listed(with_more);
        on.costs = {
            std::max(space_.least_cost_of_count(on.axis, count), space_.cost(on.axis, on.cover)),
            std::max(space_.least_cost_of_count(on.axis, with_more),
                     space_.cost(on.axis, on.cover))};
    }
}

RowCost CoverCosts::least_with(std::span<const Word> other, RowCost enough) const {
    RowCost cost = 0;
    for (std::size_t turn = 0; turn < axes_.size() && cost < enough; ++turn) {
        const OnAxis& on = axes_[turn];
        const Word* const its = other.data() + on.start;
        if (on.words > 1) {
            cost += on.costs[sets_meet(on.cover, its, on.words) ? 0 : 1];
        } else {
            const Extent extent = extent_of(*its);
            const Place nearest = std::clamp(on.extent.low, extent.low, extent.high);
            const Extent with = joined(on.extent, nearest);
            if (on.extents != nullptr) {
                cost += on.extents[with.low * on.places + with.high];
            } else {
                cost += on.ranges != nullptr ? on.ranges->of(with)
                                             : space_.cost_with(on.axis, on.cover, nearest);
            }
        }
    }
    return cost;
}

}  // namespace kanon::classes
