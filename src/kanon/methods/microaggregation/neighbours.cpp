// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/neighbours.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>

namespace kanon::microaggregation {
namespace {

constexpr std::size_t kGrain = 16;

}  // namespace

Neighbours::Neighbours(const PointSpace& space,
                       const std::vector<std::uint32_t>& points,
                       std::size_t count,
                       unsigned threads)
    : count_(points.empty() ? 0 : std::min(count, points.size() - 1)),
      near_(points.size() * count_) {
    const ActivePoints all(space, points, 1);
    parallel_for(points.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t place = begin; place < end; ++place) {
            const std::uint32_t point = points[place];
            std::vector<Near> seen = all.look(target_at(space, point), count_ + 1).nearest;
            const auto self = std::ranges::find(seen, point, &Near::point);
            seen.erase(self == seen.end() ? seen.end() - 1 : self);
            std::ranges::copy(seen, near_.begin() + static_cast<std::ptrdiff_t>(place * count_));
        }
    });
}

}  // namespace kanon::microaggregation
