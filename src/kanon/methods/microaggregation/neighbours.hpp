// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/microaggregation/active_points.hpp"
#include "kanon/methods/microaggregation/point_space.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::microaggregation {

/// The nearest others of each of some points, among these points.
class Neighbours {
public:
    /// At most `count` for each point, fewer if there are no more. Cost O(p^2 lanes) for p points,
    /// on all threads. Same result for any thread count.
    Neighbours(const PointSpace& space,
               const std::vector<std::uint32_t>& points,
               std::size_t count,
               unsigned threads);

    [[nodiscard]] std::size_t count() const { return count_; }

    /// Of the point at that place among the points, ascending by distance; of equally near ones the
    /// lower number first.
    [[nodiscard]] std::span<const Near> of(std::size_t place) const {
        return std::span(near_).subspan(place * count_, count_);
    }

private:
    std::size_t count_;
    std::vector<Near> near_;
};

}  // namespace kanon::microaggregation
