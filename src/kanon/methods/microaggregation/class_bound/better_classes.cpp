// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/class_bound/better_classes.hpp"

#include "kanon/methods/microaggregation/neighbours.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace kanon::microaggregation {
namespace {

constexpr std::size_t kMostOffered = 10'000;
constexpr double kMostLeft = 0.5;    ///< of a group's cost, beyond its prices
constexpr double kLeftToGrow = 0.2;  ///< the same of groups that are offered with a row more
constexpr std::size_t kNearToGrow = 5;
constexpr double kCostOfClass = 100;  ///< what known classes cost on average in the program

/// The classes that the program may take.
class OfferedClasses {
public:
    OfferedClasses(const PointSpace& space, const ClassBound& bound)
        : space_(space), prices_(bound.prices) {
        std::vector<std::uint32_t> all(space.size());
        std::iota(all.begin(), all.end(), 0U);
        const Neighbours near(space, all, kNearToGrow, 1);
        for (const PricedGroup& group : bound.near_groups) {
            const double cost = cost_of(space, group.points);
            offer(group.points, cost, group.left);
            if (bound.cuts.empty() && group.left <= kLeftToGrow * cost) {
                grow(group.points, near);
            }
        }
        std::ranges::sort(offered_);
        offered_.resize(std::min(offered_.size(), kMostOffered));
    }

    /// By what they cost beyond their prices, ascending.
    [[nodiscard]] const std::vector<std::pair<double, std::vector<std::uint32_t>>>& all() const {
        return offered_;
    }

private:
    [[nodiscard]] double left_of(const std::vector<std::uint32_t>& points, double cost) const {
        return std::accumulate(
            points.begin(), points.end(), cost, [&](double left, std::uint32_t point) {
                return left - prices_[point];
            });
    }

    void offer(const std::vector<std::uint32_t>& points, double cost, double left) {
        if (left <= kMostLeft * cost && known_.insert(points).second) {
            offered_.emplace_back(left, points);
        }
    }

    void grow(const std::vector<std::uint32_t>& points, const Neighbours& near) {
        for (const std::uint32_t point : points) {
            for (const Near& one : near.of(point)) {
                if (std::ranges::binary_search(points, one.point)) {
                    continue;
                }
                std::vector<std::uint32_t> more = points;
                more.insert(std::ranges::upper_bound(more, one.point), one.point);
                const double cost = cost_of(space_, more);
                offer(more, cost, left_of(more, cost));
            }
        }
    }

    const PointSpace& space_;
    const std::vector<double>& prices_;
    std::set<std::vector<std::uint32_t>> known_;
    std::vector<std::pair<double, std::vector<std::uint32_t>>> offered_;
};

double cost_of_all(const PointSpace& space, const Classes& classes) {
    double sum = 0;
    for (const std::vector<std::uint32_t>& points : classes) {
        sum += cost_of(space, points);
    }
    return sum;
}

}  // namespace

std::optional<Classes> better_classes(const PointSpace& space,
                                      const Classes& known,
                                      const ClassBound& bound,
                                      const MipSolver& solver,
                                      const RunContext& context) {
    const double before = cost_of_all(space, known);
    Classes columns = known;
    const OfferedClasses offered(space, bound);
    for (const auto& [left, points] : offered.all()) {
        columns.push_back(points);
    }
    const double scale = kCostOfClass * static_cast<double>(known.size()) / before;
    Model model;
    for (std::size_t point = 0; point < space.size(); ++point) {
        model.add_row({.lower = 1, .upper = 1});
    }
    for (std::uint32_t cut = 0; cut < bound.cuts.size(); ++cut) {
        model.add_row({.upper = 1, .lazy = true});
    }
    for (const std::vector<std::uint32_t>& points : columns) {
        const std::uint32_t column =
            model.add_column({.upper = 1, .cost = scale * cost_of(space, points), .integer = true});
        for (const std::uint32_t point : points) {
            model.add_entry(point, column, 1);
        }
        for (const std::uint32_t cut : bound.cuts.met_by(points)) {
            model.add_entry(static_cast<std::uint32_t>(space.size()) + cut, column, 1);
        }
    }
    std::vector<double> start(columns.size());
    std::fill_n(start.begin(), known.size(), 1.0);
    const Solution found = solver.solve(model, {.start = start}, context);
    if (found.values.empty() || !model.allows(found.values)) {
        return std::nullopt;
    }
    Classes out;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (found.values[i] > 1.0 / 2) {
            out.push_back(columns[i]);
        }
    }
    return cost_of_all(space, out) < before ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace kanon::microaggregation
