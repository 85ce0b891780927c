// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/microaggregation/class_bound/cheap_groups.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace kanon::microaggregation {

/// Prices of points that are as high in all as they can be while no known group of k points is
/// priced above its cost: the dual of covering each point once by shares of groups, at least cost.
///
/// Solved by the primal-dual hybrid gradient method with restarts to the average (Applegate et al.,
/// NeurIPS 2021), each price in terms of what its point's first groups cost and each group in terms
/// of its cost, so that dense and sparse points are alike. Its prices lie amid the best ones, not
/// at a corner, so fewer groups must be found than with the simplex method. They are near the
/// optimum and may exceed a group's cost a little: whoever needs a proof lowers them. No
/// randomness, one thread.
class GroupPrices {
public:
    /// Begin with these prices, one for each point. \pre 2 <= k
    GroupPrices(std::vector<double> prices, std::size_t k);

    /// Learn of a group: k points ascending, and its cost > 0. False if it is known.
    bool add(std::span<const std::uint32_t> points, double cost);

    /// So many steps from where the last ones ended, fewer if the run is to stop. Cost O(k groups)
    /// a step.
    void raise(std::size_t steps, const RunContext& context);

    /// Forget groups of no share whose cost is far above their prices, down to so many at least
    /// where there are twice as many.
    void forget(std::size_t groups);

    [[nodiscard]] const std::vector<double>& prices() const { return prices_; }

    /// All groups, and what each costs beyond its prices.
    [[nodiscard]] std::vector<PricedGroup> groups() const;

    /// The sum of all prices.
    [[nodiscard]] double sum() const;

    [[nodiscard]] std::size_t group_count() const { return costs_.size(); }

private:
    struct Steps;

    [[nodiscard]] double left_of(std::size_t one) const;

    [[nodiscard]] std::span<const std::uint32_t> group(std::size_t one) const {
        return std::span(points_).subspan(one * k_, k_);
    }

    void set_scales();
    void take_step(Steps& sizes, std::vector<double>& terms);
    void restart(Steps& sizes, std::vector<double>& terms);

    std::size_t k_;
    std::vector<double> prices_;
    std::vector<double> scales_;         ///< what a price is measured in
    std::vector<std::uint32_t> points_;  ///< of all groups, k each
    std::vector<double> costs_;
    std::vector<double> shares_;  ///< of groups, times their costs
    std::set<std::vector<std::uint32_t>> known_;
    double weight_ = 1;  ///< of steps of shares against those of prices
};

}  // namespace kanon::microaggregation
