// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/assignment.hpp"

#include "kanon/base/random.hpp"
#include "kanon/solve/min_cost_flow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace kanon {
namespace {

template <class Cost>
constexpr Cost kForbidden = std::numeric_limits<Cost>::infinity();

/// The least sum over all permutations; infinite if each has a forbidden pair.
template <class Cost>
double least_by_permutations(const std::vector<Cost>& costs, std::size_t n) {
    std::vector<std::size_t> columns(n);
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    double least = std::numeric_limits<double>::infinity();
    do {
        double sum = 0;
        for (std::size_t row = 0; row < n; ++row) {
            sum += static_cast<double>(costs[row * n + columns[row]]);
        }
        least = std::min(least, sum);
    } while (std::next_permutation(columns.begin(), columns.end()));
    return least;
}

/// Whole numbers, few of them so that ties are many; or fractions.
template <class Cost>
std::vector<Cost> random_costs(std::size_t n, bool whole, std::uint64_t forbidden, Random& random) {
    std::vector<Cost> costs(n * n);
    for (Cost& cost : costs) {
        cost = static_cast<Cost>(whole ? static_cast<double>(random.below(6)) : random.unit());
        cost = random.below(100) < forbidden ? kForbidden<Cost> : cost;
    }
    return costs;
}

/// The sum of what was chosen; each column is chosen once.
template <class Cost>
double sum_of(const AssignmentSolver<Cost>& solver, const std::vector<Cost>& costs, std::size_t n) {
    std::vector<std::uint32_t> sorted = solver.column_of_row();
    double sum = 0;
    for (std::size_t row = 0; row < n; ++row) {
        sum += static_cast<double>(costs[row * n + sorted[row]]);
    }
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t column = 0; column < n; ++column) {
        EXPECT_EQ(sorted[column], column);
    }
    return sum;
}

template <class Cost>
class Assignment : public testing::Test {};

using Costs = testing::Types<float, double>;
TYPED_TEST_SUITE(Assignment, Costs);

TYPED_TEST(Assignment, IsTheLeastOfAllPermutations) {
    Random random(1);
    AssignmentSolver<TypeParam> solver;  // one for all, whatever the sizes
    int without = 0;
    for (int round = 0; round < 1500; ++round) {
        const std::size_t n = 1 + random.below(6);
        const bool whole = round % 2 == 0;
        const std::uint64_t forbidden = 25 * random.below(3);
        const auto costs = random_costs<TypeParam>(n, whole, forbidden, random);
        const double least = least_by_permutations(costs, n);
        std::vector<double> prices;
        for (std::size_t column = 0; round % 3 == 0 && column < n; ++column) {
            prices.push_back(10 * random.unit() - 5);
        }
        if (whole) {
            for (double& price : prices) {
                price = std::round(price);
            }
        }
        const bool solved = solver.solve(costs, n, prices);
        ASSERT_EQ(solved, std::isfinite(least)) << round;
        if (!solved) {
            ++without;
            continue;
        }
        const double rounding = whole ? 0 : 1e-9;
        EXPECT_NEAR(sum_of(solver, costs, n), least, rounding) << round;
        EXPECT_LE(solver.dual_value(costs), least + rounding) << round;
        EXPECT_NEAR(solver.dual_value(costs), least, rounding) << round;
    }
    EXPECT_GT(without, 50);
}

TYPED_TEST(Assignment, StartsFromThePricesOfTheLastSolution) {
    Random random(2);
    constexpr std::size_t kSize = 6;
    AssignmentSolver<TypeParam> solver;
    auto costs = random_costs<TypeParam>(kSize, true, 0, random);
    ASSERT_TRUE(solver.solve(costs, kSize));
    for (int round = 0; round < 300; ++round) {
        const std::vector<double> prices = solver.prices();
        costs[random.below(costs.size())] = static_cast<TypeParam>(random.below(9));
        ASSERT_TRUE(solver.solve(costs, kSize, prices));
        EXPECT_EQ(sum_of(solver, costs, kSize), least_by_permutations(costs, kSize)) << round;
    }
}

TYPED_TEST(Assignment, NothingIsAssignedAtNoCost) {
    AssignmentSolver<TypeParam> solver;
    EXPECT_TRUE(solver.solve({}, 0));
    EXPECT_EQ(solver.dual_value({}), 0);
}

std::int64_t least_by_flow(const std::vector<double>& costs, std::uint32_t n) {
    FlowNetwork network;
    network.supplies.assign(n, 1);
    network.supplies.resize(std::size_t{2} * n, -1);
    for (std::uint32_t row = 0; row < n; ++row) {
        for (std::uint32_t column = 0; column < n; ++column) {
            network.arcs.push_back(
                {.from = row,
                 .to = n + column,
                 .lower = 0,
                 .upper = 1,
                 .cost = static_cast<std::int64_t>(costs[std::size_t{row} * n + column])});
        }
    }
    return min_cost_flow(network).value().cost;
}

TEST(LargeAssignment, CostsWhatTheFlowOfLeastCostDoes) {
    constexpr std::uint32_t kSize = 60;
    Random random(3);
    AssignmentSolver<double> solver;
    for (const std::uint64_t greatest : {3U, 50U, 1U << 24U}) {
        for (int round = 0; round < 4; ++round) {
            std::vector<double> costs(std::size_t{kSize} * kSize);
            for (double& cost : costs) {
                cost = static_cast<double>(random.below(greatest));
            }
            ASSERT_TRUE(solver.solve(costs, kSize));
            const auto least = static_cast<double>(least_by_flow(costs, kSize));
            EXPECT_EQ(sum_of(solver, costs, kSize), least);
            EXPECT_EQ(solver.dual_value(costs), least);
        }
    }
}

}  // namespace
}  // namespace kanon
