// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/improvement/polish.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/cell_suppression/improvement/class_moves.hpp"
#include "kanon/methods/cell_suppression/partition/star_search.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/star_brute_force.hpp"
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

TEST(Polish, LiesBetweenItsStartAndTheOptimum) {
    int better = 0;
    int best_of_all = 0;
    int released = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_star_problem(seed);
        const Outcome greedy = run_method("pattern-greedy", problem);
        const Outcome outcome = run_method("polish", problem);
        ASSERT_EQ(outcome.recoding.has_value(), greedy.recoding.has_value());
        if (!outcome.recoding) {
            ASSERT_EQ(outcome.ending, Ending::infeasible);
            continue;
        }
        ++released;
        const double best = least_star_loss(problem).value();
        ASSERT_EQ(outcome.ending, Ending::feasible);
        ASSERT_LE(outcome.loss, greedy.loss + 1e-9);
        ASSERT_LE(best, outcome.loss + 1e-9);
        ASSERT_LE(outcome.lower_bound.value(), best + 1e-9);
        ASSERT_NEAR(stat(outcome, "loss_at_start"), greedy.loss, 1e-9);
        ASSERT_TRUE(audited(problem, outcome).passed);
        better += outcome.loss < greedy.loss - 1e-9 ? 1 : 0;
        best_of_all += outcome.loss < best + 1e-9 ? 1 : 0;
    }
    EXPECT_GT(released, 80);
    EXPECT_GT(better, 5);
    if (find_mip_solver() != nullptr) {
        EXPECT_GT(best_of_all, released * 9 / 10);
    }
}

TEST(Polish, ImprovesEveryStart) {
    const Problem problem = random_star_problem({.rows = 100, .attributes = 4, .values = 6}, 3);
    for (const char* start : {"pattern-greedy", "approx-cf", "aggarwal-forest"}) {
        SCOPED_TRACE(start);
        for (const char* region : {"0", "40"}) {
            const Outcome outcome =
                run_method("polish", problem, {{"start", start}, {"region", region}});
            EXPECT_EQ(stat(outcome, "loss_at_start"), run_method(start, problem).loss);
            EXPECT_LE(outcome.loss, stat(outcome, "loss_at_start"));
            audited(problem, outcome);
        }
    }
    const Outcome moved =
        run_method("polish", problem, {{"start", "aggarwal-forest"}, {"region", "0"}});
    EXPECT_LT(moved.loss, stat(moved, "loss_at_start"));
}

TEST(Polish, KeepsModelsThatLookBeyondRows) {
    int better = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_star_problem({.rows = 60, .attributes = 4, .values = 4}, seed);
        add_l_diversity(problem, seed % 2 == 0 ? "distinct" : "entropy", 2);
        const Outcome greedy = run_method("pattern-greedy", problem);
        const Outcome outcome = run_method("polish", problem);
        ASSERT_EQ(outcome.recoding.has_value(), greedy.recoding.has_value());
        if (outcome.recoding) {
            ASSERT_LE(outcome.loss, greedy.loss);
            ASSERT_TRUE(audited(problem, outcome).passed);
            ASSERT_EQ(stat(outcome, "regions"), 0);
            better += outcome.loss < greedy.loss ? 1 : 0;
        }
    }
    EXPECT_GT(better, 10);
}

TEST(Polish, StopsAfterSoManyRegionsOnAnyThreads) {
    KANON_SKIP_WITHOUT_MIP_SOLVER();
    const Problem problem = random_star_problem({.rows = 800, .attributes = 4, .values = 9}, 5);
    RunContext context;
    context.node_limit = 2;
    const Outcome one = run_method("polish", problem, {}, context);
    EXPECT_EQ(one.ending, Ending::timed_out);
    EXPECT_EQ(stat(one, "regions"), 2);
    context.threads = 3;
    EXPECT_EQ(run_method("polish", problem, {}, context).loss, one.loss);
    context.node_limit = 16;
    const Outcome three = run_method("polish", problem, {}, context);
    context.threads = 1;
    EXPECT_EQ(run_method("polish", problem, {}, context).loss, three.loss);
    EXPECT_LT(three.loss, one.loss);
    EXPECT_LT(run_method("polish", problem).loss, one.loss);
}

TEST(Polish, GivesItsStartWhenTimeIsUp) {
    const Problem problem = random_star_problem(1);
    RunContext context;
    context.deadline = std::chrono::steady_clock::now();
    const Outcome outcome = run_method("polish", problem, {}, context);
    ASSERT_TRUE(outcome.recoding);
    EXPECT_EQ(outcome.ending, Ending::timed_out);
    EXPECT_LE(outcome.loss, run_method("pattern-greedy", problem).loss);
}

TEST(Polish, ChecksItsOptions) {
    const Problem problem = random_star_problem(1);
    EXPECT_THROW(static_cast<void>(run_method("polish", problem, {{"start", "mondrian"}})), Error);
    EXPECT_THROW(static_cast<void>(run_method("polish", problem, {{"region", "-1"}})), Error);
}

/// A table, and classes that a test makes of it.
class Moves : public testing::Test {
protected:
    static Problem problem_of(const std::string& rows) {
        return star_problem("a b", rows, 2, "patterns: {max-stars: 1, all-star: class}\n");
    }

    /// Row types are in the order of their values.
    static cell_suppression::StarCost after_moves(const Problem& problem,
                                                  const cell_suppression::StarPartition& start) {
        const RunContext context;
        const cell_suppression::StarSearch search(
            problem, cell_suppression::TieOrder::last, context);
        const cell_suppression::PackedTypes packed(problem.row_types());
        const std::vector<cell_suppression::StarCost> least(problem.row_types().size(), 0);
        const cell_suppression::PolishScope scope{.task = problem,
                                                  .packed = packed,
                                                  .patterns = search.patterns(),
                                                  .costs = search.costs(),
                                                  .least_costs = least,
                                                  .context = context};
        cell_suppression::ChangingClasses classes(scope, start);
        cell_suppression::move_rows(scope, classes);
        return static_cast<cell_suppression::StarCost>(search.costs().loss_of(classes.cost()));
    }
};

TEST_F(Moves, RowsGoWhereTheyCostLess) {
    // Types x1 (2 rows), x2, x3, y3: all of x in one class, y3 starred throughout.
    const Problem problem = problem_of("x 1; x 1; x 2; x 3; x 3");
    cell_suppression::StarPartition start;
    start.class_of_type = {0, 0, 0};
    start.add_class(0b10, 0);
    start.rows[0] = 5;
    EXPECT_EQ(after_moves(problem, start), 3U) << "split: x1 twice without a star";
}

TEST_F(Moves, AClassIsDissolvedWhereOthersTakeItsRows) {
    // x1 and x2 in a class of pattern b; x1 and x2 have classes of their own as well.
    const Problem problem = problem_of("x 1; x 1; x 1; x 2; x 2; x 2");
    cell_suppression::StarPartition start;
    start.class_of_type = {0, 1};
    start.add_class(0, 0);
    start.add_class(0, 1);
    start.add_class(0b10, 0);
    start.rows = {2, 2, 2};
    start.moves = {{.type = 0, .to = 2, .rows = 1}, {.type = 1, .to = 2, .rows = 1}};
    EXPECT_EQ(after_moves(problem, start), 0U);
}

TEST_F(Moves, StarredRowsLeaveWhereTheyAreNotNeeded) {
    const Problem problem = problem_of("x 1; x 1; x 1; y 2; z 3");
    cell_suppression::StarPartition start;
    start.class_of_type = {0, 1, 1};
    start.add_class(0, 0);
    start.add_class(0b11, 1);
    start.rows = {2, 3};
    start.moves = {{.type = 0, .to = 1, .rows = 1}};
    EXPECT_EQ(after_moves(problem, start), 4U) << "two rows must stay: they are one class";
}

}  // namespace
}  // namespace kanon::test
