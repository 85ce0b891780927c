// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/microaggregation/neighbours.hpp"
#include "kanon/methods/microaggregation/point_space.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::microaggregation {

/// A group of points, ascending, and by how much its cost exceeds its prices: below 0, or it is of
/// no use to who raises the prices.
struct PricedGroup {
    std::vector<std::uint32_t> points;
    double left = 0;
};

/// Looks for groups of k points that cost little against prices, near a point: greedily, then by
/// exchanges while one lowers what is left. Heuristic; GroupProof knows better.
class CheapGroups {
public:
    /// Memory 4 n^2 bytes: the distances of all points. Borrows the space. Cost O(n^2 lanes).
    /// \pre 2 <= k <= n
    CheapGroups(const PointSpace& space, std::size_t k, unsigned threads);

    /// A group with this point and, unless 0, its `second` nearest one. Cost O(k c) for each
    /// exchange, c near points are looked at.
    [[nodiscard]] PricedGroup about(std::uint32_t point,
                                    std::size_t second,
                                    std::span<const double> prices) const;

    /// Near points that are looked at.
    [[nodiscard]] std::size_t near_count() const { return near_.count(); }

    [[nodiscard]] const Neighbours& near() const { return near_; }

private:
    class Search;

    std::size_t k_;
    std::size_t size_;
    Neighbours near_;
    std::vector<float> distances_;
};

}  // namespace kanon::microaggregation
