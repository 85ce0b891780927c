// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/pattern_exact.hpp"

#include "kanon/base/error.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/star_brute_force.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>

namespace kanon::test {
namespace {

TEST(PatternExact, EqualsBruteForce) {
    int released = 0;
    int infeasible = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_star_problem(seed);
        const std::optional<double> best = least_star_loss(problem);
        const Outcome outcome = run_method("pattern-exact", problem);
        ASSERT_EQ(outcome.recoding.has_value(), best.has_value());
        (best ? released : infeasible) += 1;
        ASSERT_EQ(outcome.ending, best ? Ending::optimal : Ending::infeasible);
        if (best) {
            ASSERT_NEAR(outcome.loss, *best, 1e-9);
            ASSERT_EQ(outcome.lower_bound, outcome.loss);
        }
    }
    EXPECT_GT(released, 150);
    EXPECT_GT(infeasible, 15);
}

TEST(PatternExact, RefusesTablesOfManyCellsAndPointsToTheProgram) {
    const Problem problem = random_problem({.rows = 300, .attributes = 8, .values = 4}, 3);
    Problem stars = problem;
    stars.objective = Objective::stars;
    try {
        static_cast<void>(run_method("pattern-exact", stars));
        FAIL() << "a table of many cells was taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        const std::string what = error.what();
        EXPECT_NE(what.find("method 'pattern-exact'"), std::string::npos) << what;
        EXPECT_NE(what.find("pattern-ilp"), std::string::npos) << what;
    }
}

TEST(PatternExact, StoppedEarlyItKeepsWhatItHasWithABound) {
    const Problem problem = random_star_problem(1);
    RunContext none;
    none.node_limit = 0;
    RunContext late;
    late.deadline = std::chrono::steady_clock::now();
    for (const RunContext& context : {none, late}) {
        const Outcome outcome = run_method("pattern-exact", problem, {}, context);
        ASSERT_TRUE(outcome.recoding);
        EXPECT_LE(outcome.lower_bound.value(), *least_star_loss(problem) + 1e-9);
        EXPECT_GE(outcome.loss, *least_star_loss(problem) - 1e-9);
        EXPECT_NE(outcome.ending, Ending::infeasible);
    }
}

TEST(PatternExact, CountsRowsNotPersons) {
    const std::string policy =
        "attributes:\n  a: {role: quasi-identifying}\n  b: {role: quasi-identifying}\n"
        "  p: {role: identifying}\nperson: p\nobjective: stars\nprivacy: {k-anonymity: 2}\n";
    const Problem problem = bound(table_of("a b p", "x 1 u; x 1 u; y 2 u; y 2 v"), policy);
    EXPECT_THROW(static_cast<void>(run_method("pattern-exact", problem)), Error);
    EXPECT_THROW(static_cast<void>(run_method("pattern-ilp", problem)), Error);
}

}  // namespace
}  // namespace kanon::test
