// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/type_space.hpp"

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace kanon::classes {

/// What a row of a class loses once it has more, asked of one class for many types: as TypeSpace
/// says, but axes on which most is lost come first, so that less is worked out where a cost is too
/// much. Borrows the space, and the cover until the next one.
class CoverCosts {
public:
    explicit CoverCosts(const TypeSpace& space);

    void start(std::span<const Word> cover);

    /// With a type of these places; less than that, but not below `enough`, if it is above.
    [[nodiscard]] RowCost with(const Place* places,
                               RowCost enough = std::numeric_limits<RowCost>::max()) const {
        RowCost cost = 0;
        for (std::size_t turn = 0; turn < axes_.size() && cost < enough; ++turn) {
            const OnAxis& on = axes_[turn];
            const Place place = places[on.axis];
            if (on.by_count) {
                cost += on.costs[1 - set_holds(on.cover, place)];
            } else if (on.extents != nullptr) {
                const Extent extent = joined(on.extent, place);
                cost += on.extents[extent.low * on.places + extent.high];
            } else if (on.ranges != nullptr) {
                cost += on.ranges->of(joined(on.extent, place));
            } else {
                cost += space_.cost_with(on.axis, on.cover, place);
            }
        }
        return cost;
    }

    /// At least, with any type that another cover holds; `enough` as above.
    [[nodiscard]] RowCost least_with(std::span<const Word> other, RowCost enough) const;

private:
    /// The class on an axis.
    struct OnAxis {
        std::size_t axis = 0;
        std::size_t start = 0;  ///< of its words
        std::size_t words = 1;
        std::size_t places = 0;
        bool by_count = false;  ///< a set of which the number of values says what is lost
        const Word* cover = nullptr;
        std::array<RowCost, 2> costs{};    ///< of a set, and with a value more
        const RowCost* extents = nullptr;  ///< costs of extents, low * places + high, if listed
        const RangeCosts* ranges = nullptr;
        Extent extent;
    };

    const TypeSpace& space_;
    std::vector<OnAxis> axes_;
};

}  // namespace kanon::classes
