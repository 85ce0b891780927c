// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/neighbour_bound.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/microaggregation/neighbours.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace kanon::microaggregation {
namespace {

constexpr std::size_t kPointsOfPart = 256;
constexpr std::size_t kMostSums = 64;

/// Shares of what a class loses that its rows bear alike; the first is the plain bound.
constexpr std::array kShares{0.0, 0.25, 0.5, 0.75, 1.0};

/// What each row bears at least, for every share.
class RowBounds {
public:
    RowBounds(const PointSpace& space, std::size_t k, unsigned threads)
        : k_(k), near_(space, all_of(space), 2 * k - 2, threads), size_(space.size()) {
        // sums_[i * (count + 1) + r]: the r least distances of i.
        sums_.resize(size_ * (near_.count() + 1));
        for (std::size_t i = 0; i < size_; ++i) {
            double sum = 0;
            for (std::size_t r = 0; r < near_.count(); ++r) {
                sum += near_.of(i)[r].distance;
                sums_[i * (near_.count() + 1) + r + 1] = sum;
            }
        }
    }

    /// The sum over the points [begin, end) for one share.
    [[nodiscard]] double sum(double share, std::size_t begin, std::size_t end) const {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) {
            double least = std::numeric_limits<double>::infinity();
            for (std::size_t s = k_; s <= near_.count() + 1; ++s) {
                least = std::min(least, borne(i, s, share));
            }
            sum += least;
        }
        return sum;
    }

private:
    static std::vector<std::uint32_t> all_of(const PointSpace& space) {
        std::vector<std::uint32_t> points(space.size());
        std::iota(points.begin(), points.end(), 0U);
        return points;
    }

    /// What row i bears at least in a class of s rows. Of the others only the nearest are looked
    /// at: one farther away costs no less than its own distance from i, and what the others'
    /// distances add is no less than nothing; so the s - 1 least are taken of the sums with, for
    /// the nearest, and of the farthest known distance without what it adds, for all others.
    [[nodiscard]] double borne(std::size_t i, std::size_t s, double share) const {
        const auto rows = static_cast<double>(s);
        const double own = (1 - share) / (2 * rows) + share / (rows * rows);
        const double others = share / (2 * rows * rows);
        const std::span<const Near> near = near_.of(i);
        if (share == 0) {
            return own * sums_[i * (near_.count() + 1) + s - 1];
        }
        const bool knows_all = near_.count() + 1 >= size_;
        std::vector<double> costs;
        costs.reserve(near.size());
        for (const Near& one : near) {
            const double beyond =
                knows_all ? std::numeric_limits<double>::infinity() : own * near.back().distance;
            const double own_sums = sums_without(one.point, s - 2, one.distance);
            costs.push_back(std::min(own * one.distance + others * own_sums, beyond));
        }
        std::ranges::nth_element(costs, costs.begin() + static_cast<std::ptrdiff_t>(s - 2));
        return std::accumulate(
            costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(s - 1), 0.0);
    }

    /// The `count` least distances of a point to others than the one at this distance, or less.
    [[nodiscard]] double sums_without(std::uint32_t point,
                                      std::size_t count,
                                      double distance) const {
        const std::span<const Near> near = near_.of(point);
        const double* sums = sums_.data() + point * (near_.count() + 1);
        const bool is_among = count > 0 && distance <= near[count - 1].distance;
        // Without it the next one counts; it is there, for count + 1 <= 2k - 2.
        return is_among ? sums[count + 1] - distance : sums[count];
    }

    std::size_t k_;
    Neighbours near_;
    std::size_t size_;
    std::vector<double> sums_;
};

}  // namespace

std::optional<double> neighbour_bound(const PointSpace& space,
                                      std::uint64_t least_rows,
                                      unsigned threads) {
    if (!space.by_rows() || space.size() > kMostBoundPoints ||
        space.size() * least_rows > kMostBoundNeighbours || space.size() < least_rows) {
        return std::nullopt;
    }
    if (least_rows < 2 || space.coordinate_count() + space.code_count() == 0) {
        return 0;
    }
    const RowBounds bounds(space, least_rows, threads);
    const std::size_t parts = std::clamp<std::size_t>(space.size() / kPointsOfPart, 1, kMostSums);
    double best = 0;
    for (const double share : kShares) {
        std::vector<double> sums(parts);
        parallel_parts(space.size(),
                       parts,
                       threads,
                       [&](std::size_t part, std::size_t begin, std::size_t end) {
                           sums[part] = bounds.sum(share, begin, end);
                       });
        best = std::max(best, std::accumulate(sums.begin(), sums.end(), 0.0));
    }
    return best;
}

}  // namespace kanon::microaggregation
