// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/microaggregation/class_bound/cheap_groups.hpp"
#include "kanon/methods/microaggregation/class_bound/row_cuts.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace kanon::microaggregation {

/// Prices of points, less those of cuts, that are as high in all as they can be while no known
/// group is priced above its cost: the dual of covering each point once by shares of groups, at
/// least cost and within the cuts. A group is priced at its points' prices, less those of the cuts
/// of which it has two points or more.
///
/// Solved by the primal-dual hybrid gradient method with restarts to the average (Applegate et al.,
/// NeurIPS 2021), each price in terms of what its point's groups cost and each group in terms of
/// its cost, so that dense and sparse points are alike. Its prices lie amid the best ones, not at a
/// corner, so fewer groups must be found than with the simplex method. They are near the optimum
/// and may exceed a group's cost a little: whoever needs a proof lowers them. No randomness, one
/// thread.
class GroupPrices {
public:
    /// Begin with these prices, one for each point.
    explicit GroupPrices(std::vector<double> prices);

    /// Learn of a group: points ascending, and its cost > 0. False if it is known.
    bool add(std::span<const std::uint32_t> points, double cost);

    /// Keep cuts from now on; those that are kept are passed over. How many are new.
    std::size_t cut(std::span<const RowCut> cuts);

    /// So many steps from where the last ones ended, fewer if the run is to stop. Cost of a step
    /// O(points and cuts of all groups).
    void raise(std::size_t steps, const RunContext& context);

    /// Forget groups of no share whose cost is far above their prices, down to so many, where there
    /// are twice as many.
    void forget(std::size_t groups);

    [[nodiscard]] const std::vector<double>& prices() const { return prices_; }

    /// The cuts, and their prices, at least 0.
    [[nodiscard]] const RowCuts& cuts() const { return cuts_; }

    /// All groups, and what each costs beyond its price.
    [[nodiscard]] std::vector<PricedGroup> groups() const;

    /// All groups and their shares.
    [[nodiscard]] std::vector<SharedGroup> shares() const;

    /// The sum of all prices, less those of cuts.
    [[nodiscard]] double sum() const;

    [[nodiscard]] std::size_t group_count() const { return groups_.size(); }

private:
    struct Group {
        std::vector<std::uint32_t> points;
        double cost = 0;
        double share = 0;  ///< times its cost
    };

    struct Steps;

    [[nodiscard]] Steps begin_steps();
    void set_scales();
    void take_step(Steps& steps);
    void restart(Steps& steps);
    void end_steps(const Steps& steps);
    [[nodiscard]] double left_of(const Group& group) const;

    std::vector<double> prices_;
    RowCuts cuts_;
    std::vector<double> scales_;  ///< per point: what its price is measured in
    std::vector<Group> groups_;
    std::set<std::vector<std::uint32_t>> known_;
    std::set<RowCut> known_cuts_;
    double weight_ = 1;  ///< of steps of shares against those of prices
};

}  // namespace kanon::microaggregation
