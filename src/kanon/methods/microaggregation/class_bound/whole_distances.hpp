// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/microaggregation/point_space.hpp"

#include <cstdint>

namespace kanon::microaggregation {

/// Squared distances of points as whole numbers of a unit, rounded down: never more than the
/// distance without rounding. The unit is a power of two, so small that little is lost, and so
/// large that sums over all pairs of some rows are exact in a double: up to 16 k^2 times the
/// largest distance lies below 2^53.
class WholeDistances {
public:
    /// Borrows the space. Cost O(n lanes). \pre 2 <= k
    WholeDistances(const PointSpace& space, std::uint64_t k);

    /// A whole number of units, from 0 to most(). Cost O(lanes).
    [[nodiscard]] double of(std::uint32_t a, std::uint32_t b) const {
        const double away = space_->distance(a, b);
        const double least = (away - space_->slack(away)) * per_unit_;
        return least > 0 ? static_cast<double>(static_cast<std::int64_t>(least)) : 0;
    }

    /// No less than any distance, in units.
    [[nodiscard]] double most() const { return most_; }

    /// How many units a loss is, not rounded.
    [[nodiscard]] double units(double loss) const { return loss * per_unit_; }

    /// A loss of no more than so many units; 0 where that is less than 0.
    [[nodiscard]] double loss(std::int64_t units) const;

private:
    const PointSpace* space_;
    double per_unit_ = 1;
    double most_ = 1;
};

}  // namespace kanon::microaggregation
