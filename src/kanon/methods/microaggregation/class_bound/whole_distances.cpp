// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/class_bound/whole_distances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace kanon::microaggregation {
namespace {

constexpr double kRoom = 16;  ///< of largest distances, for each pair of a group's rows
constexpr int kExactBits = 52;

/// No less than the squared distance of any two points.
double widest(const PointSpace& space) {
    std::vector<double> least(space.coordinate_count(), std::numeric_limits<double>::infinity());
    std::vector<double> most(space.coordinate_count(), -std::numeric_limits<double>::infinity());
    for (std::uint32_t point = 0; point < space.size(); ++point) {
        const auto places = space.coordinates(point);
        for (std::size_t lane = 0; lane < places.size(); ++lane) {
            least[lane] = std::min(least[lane], places[lane]);
            most[lane] = std::max(most[lane], places[lane]);
        }
    }
    const auto& weights = space.code_weights();
    double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t lane = 0; lane < least.size() && space.size() > 0; ++lane) {
        sum += (most[lane] - least[lane]) * (most[lane] - least[lane]);
    }
    constexpr double kMargin = 1.001;
    return sum * kMargin;
}

}  // namespace

WholeDistances::WholeDistances(const PointSpace& space, std::uint64_t k) : space_(&space) {
    const double wide = widest(space);
    if (!(wide > 0)) {
        return;
    }
    const auto rows = static_cast<double>(k);
    per_unit_ = std::ldexp(1.0, kExactBits - 1 - std::ilogb(kRoom * rows * rows * wide));
    most_ = std::ceil(wide * per_unit_);
}

double WholeDistances::loss(std::int64_t units) const {
    const double below =
        std::nextafter(static_cast<double>(units), -std::numeric_limits<double>::infinity());
    return std::max(0.0, below / per_unit_);
}

}  // namespace kanon::microaggregation
