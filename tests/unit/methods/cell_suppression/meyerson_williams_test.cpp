// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/covers/meyerson_williams.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/cell_suppression/covers/approx_naive.hpp"

#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/star_brute_force.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

Outcome run(const Problem& problem, const std::string& variant) {
    return cell_suppression::make_meyerson_williams({{"variant", variant}})
        ->run(problem, RunContext{});
}

TEST(MeyersonWilliams, StaysWithinItsRatiosOfTheOptimum) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem =
            random_star_problem(small_shape(seed), seed, objective_of_cells(seed));
        const double best = least_star_loss(problem).value();
        const auto k = static_cast<double>(problem.k);
        const double ratio = 3 * k * (1 + std::log(2 * k));
        const Outcome sets = run(problem, "all-subsets");
        const Outcome balls = run(problem, "balls");
        ASSERT_TRUE(sets.recoding);
        ASSERT_TRUE(balls.recoding);
        ASSERT_LE(best, std::min(sets.loss, balls.loss) + 1e-9);
        ASSERT_LE(sets.loss, ratio * best + 1e-9);
        ASSERT_LE(balls.loss, 2 * ratio * best + 1e-9);
        ASSERT_LE(balls.lower_bound.value(), best + 1e-9);
    }
}

TEST(MeyersonWilliams, TakesAllRowsWithinARadius) {
    const Problem problem = random_star_problem({.rows = 30, .attributes = 3, .values = 5}, 2);
    const RunContext context;
    cell_suppression::StarSearch search(problem, cell_suppression::TieOrder::last, context);
    const cell_suppression::CoverSets balls = cell_suppression::balls_of(search);
    const cell_suppression::PackedTypes packed(problem.row_types());
    const std::size_t types = problem.row_types().size();
    ASSERT_EQ(balls.members.size(), types * types);
    for (const cell_suppression::CoverSets::Set& ball : balls.sets) {
        const auto centre = static_cast<std::uint32_t>(ball.begin / types);
        std::uint64_t rows = 0;
        for (std::size_t at = centre * types; at < (centre + 1) * types; ++at) {
            const std::uint32_t type = balls.members[at];
            const cell_suppression::StarCost distance =
                search.costs().of(packed.difference(centre, type));
            EXPECT_EQ(at < ball.end, distance <= ball.cost);
            rows += at < ball.end ? problem.row_types().counts[type] : 0;
        }
        EXPECT_EQ(ball.rows, rows);
        EXPECT_GE(rows, problem.k);
    }
}

TEST(MeyersonWilliams, CoversByTheLeastDiameterPerRow) {
    // Four rows, any two of which differ in two attributes, together in three; and a pair.
    const Problem problem = star_problem("a b c", "x x x; x y y; y x y; y y x; z z z; z z w");
    const cell_suppression::Slots slots(problem);
    const cell_suppression::PatternCosts costs(problem);
    const auto sizes = [&](cell_suppression::SetCost set_cost) {
        std::vector<std::size_t> out;
        for (const auto& set :
             cell_suppression::cover_by_all_sets(problem, costs, slots, set_cost)) {
            out.push_back(set.size());
        }
        return out;
    };
    // The pair costs 1/2 a row, then three of the four 2/3 or 1. With the last of the four, one of
    // these is as good as two by diameter, but not by what they differ in.
    EXPECT_EQ(sizes(cell_suppression::SetCost::diameter), (std::vector<std::size_t>{2, 3, 3}));
    EXPECT_EQ(sizes(cell_suppression::SetCost::suppression_length),
              (std::vector<std::size_t>{2, 3, 2}));
}

/// The row types of a problem, with distances in a unit of their own.
class ScaledDistances final : public TypeDistances {
public:
    explicit ScaledDistances(const Problem& problem)
        : types_(problem.row_types()), costs_(problem), packed_(types_) {}

    [[nodiscard]] std::span<const std::uint32_t> counts() const override { return types_.counts; }

    [[nodiscard]] std::uint64_t between(std::uint32_t a, std::uint32_t b) const override {
        return 3 * costs_.of(packed_.difference(a, b));
    }

private:
    const RowTypes& types_;
    cell_suppression::PatternCosts costs_;
    cell_suppression::PackedTypes packed_;
};

TEST(MeyersonWilliams, MakesItsSetsFromDistancesAlone) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_star_problem({.rows = 40, .attributes = 3}, seed);
        const RunContext context;
        const auto sets = partition_by_balls(ScaledDistances(problem), problem.k, context);
        cell_suppression::StarSearch search(problem, cell_suppression::TieOrder::last, context);
        const Outcome outcome =
            cell_suppression::finish_sets(search, cell_suppression::Slots(problem), sets);
        EXPECT_EQ(outcome.loss, run(problem, "balls").loss);
    }
}

TEST(MeyersonWilliams, MakesNoSetsOnceStopped) {
    const Problem problem = random_star_problem({.rows = 40, .attributes = 3}, 1);
    const std::atomic<bool> stop = true;
    EXPECT_TRUE(partition_by_balls(ScaledDistances(problem), problem.k, {.cancel = &stop}).empty());
}

TEST(MeyersonWilliams, RefusesTablesThatAreTooLarge) {
    EXPECT_THROW(static_cast<void>(run(random_star_problem({.rows = 21}, 1), "all-subsets")),
                 Error);
    const Problem large = random_star_problem({.rows = 5000, .attributes = 4, .values = 20}, 1);
    ASSERT_GT(large.row_types().size(), cell_suppression::kMostBallTypes);
    EXPECT_THROW(static_cast<void>(run(large, "balls")), Error);
    EXPECT_THROW(static_cast<void>(run(large, "ball")), Error);
}

}  // namespace
}  // namespace kanon::test
