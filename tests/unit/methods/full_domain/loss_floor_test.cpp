// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/bounds/loss_floor.hpp"

#include "kanon/methods/full_domain/bounds/floor_steps.hpp"

#include "all_nodes.hpp"
#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace kanon::test {
namespace {

double never_stopped(std::uint64_t /*work*/) {
    return 0;
}

TEST(LossFloor, HoldsUpToTheBestNodeAndNoFurther) {
    std::uint64_t exact = 0;
    std::uint64_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 480; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = draw_for_floor(seed, 1 + seed % 5, 6 + seed % 30);
        if (seed % 7 == 0) {
            problem.quasi_identifiers.front().least_level = 1;
        }
        AllNodes ground(problem);
        const std::optional<Cost> best = ground.best();
        if (!best) {
            continue;
        }
        ASSERT_TRUE(full_domain::LossFloor::applies_to(problem, ground.tables));
        full_domain::LossFloor floor(problem, ground.tables, never_stopped);
        ++compared;
        for (const std::uint64_t part : {2U, 5U, 8U}) {
            (void)floor.holds(*best / 8 * part);  // what they find serves the next
        }
        const std::uint64_t exact_before = exact;
        exact += floor.holds(*best) ? 1U : 0U;
        EXPECT_FALSE(floor.holds(*best + 1));
        EXPECT_FALSE(floor.holds(*best * 2 + 1));
        EXPECT_LE(floor.greatest(*best + *best / 8, 9), *best);
        full_domain::LossFloor fresh(problem, ground.tables, never_stopped);
        EXPECT_FALSE(fresh.holds(*best + 1));
        const Cost least = exact_before < exact ? *best : 0;
        full_domain::LossFloor unhurried(problem, ground.tables, never_stopped);
        EXPECT_GE(unhurried.greatest(*best * 2, 64), least / 32 * 31);
        EXPECT_EQ(unhurried.holds(*best), least == *best);
    }
    EXPECT_GT(compared, 400U);
    EXPECT_GT(exact * 20, compared * 19);  // all but where hashes meet
}

/// Other models than of sizes only rule out more nodes.
TEST(LossFloor, HoldsWhereClassesMustBeDiverse) {
    std::uint64_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = draw_for_floor(seed, 1 + seed % 4, 12);
        add_l_diversity(problem, seed % 2 == 0 ? "entropy" : "distinct", seed % 2 == 0 ? 1.8 : 2);
        AllNodes ground(problem);
        if (const std::optional<Cost> best = ground.best()) {
            ++compared;
            full_domain::LossFloor floor(problem, ground.tables, never_stopped);
            EXPECT_FALSE(floor.holds(*best + 1));
        }
    }
    EXPECT_GT(compared, 40U);
}

TEST(LossFloor, IsLeftOutWhereAStarCostsLessOrNoCellsCost) {
    Problem problem = draw_for_floor(1, 2, 10);
    problem.objective = Objective::loss;
    problem.gs_factor = 0.25;
    EXPECT_FALSE(full_domain::LossFloor::applies_to(problem, full_domain::LevelTables(problem)));
    problem.objective = Objective::dm;
    EXPECT_FALSE(full_domain::LossFloor::applies_to(problem, full_domain::LevelTables(problem)));
}

/// By at least one part, at most doubling the work, and by less where less is left.
TEST(LossFloor, GoesUpByWhatWorkIsLeft) {
    EXPECT_EQ(full_domain::parts_up({.done = 0, .left = 0}), 1U);
    EXPECT_EQ(full_domain::parts_up({.done = 1e6, .left = 10}), 1U);
    EXPECT_EQ(full_domain::parts_up({.done = 1e4, .left = 1e9}), 3U);  // 1.2^3 < 2 < 1.2^4
    EXPECT_EQ(full_domain::parts_up({.done = 1e4, .left = 8e3}), 2U);  // 1.2^2 < 1.56 < 1.2^3
    EXPECT_GT(full_domain::parts_up({.done = 1, .left = 1e9}), 20U);
}

TEST(LossFloor, StopsWhenAsked) {
    const Problem problem = draw_for_floor(4, 5, 60);
    const full_domain::LevelTables tables(problem);
    full_domain::LossFloor floor(problem, tables, [](std::uint64_t) { return 1.0; });
    EXPECT_FALSE(floor.holds(1));
    EXPECT_EQ(floor.greatest(1000, 10), 0U);
    EXPECT_EQ(floor.asked(), 0U);
}

/// A lattice that is not searched whole: the bound holds for what a longer run finds.
TEST(LossFloor, BoundsWhatAStoppedSearchMayHaveMissed) {
    Problem problem = random_problem({.rows = 300, .attributes = 18, .values = 4}, 5);
    ASSERT_GT(problem.lattice().size().value_or(std::uint64_t{1} << 60U), std::uint64_t{1} << 20U);
    for (const std::uint64_t limit : {0U, 30U, 300U}) {
        SCOPED_TRACE(limit);
        problem.suppression_limit = limit;
        RunContext context;
        context.node_limit = 6000;
        const Outcome outcome = run_method("optimal", problem, {}, context);
        ASSERT_EQ(outcome.ending, Ending::timed_out);
        ASSERT_TRUE(outcome.lower_bound && outcome.recoding);
        EXPECT_GT(*outcome.lower_bound, 0.3 * outcome.loss);
        context.threads = 2;
        const Outcome again = run_method("optimal", problem, {}, context);
        EXPECT_EQ(again.lower_bound, outcome.lower_bound);
        EXPECT_EQ(again.loss, outcome.loss);
        context.node_limit = 60000;
        const Outcome longer = run_method("optimal", problem, {}, context);
        ASSERT_TRUE(longer.recoding);
        EXPECT_LE(*outcome.lower_bound, longer.loss);
    }
}

}  // namespace
}  // namespace kanon::test
