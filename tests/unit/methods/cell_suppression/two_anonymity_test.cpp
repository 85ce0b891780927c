// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/graphs/two_anonymity.hpp"

#include "kanon/base/error.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/star_brute_force.hpp"
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>

namespace kanon::test {
namespace {

class TwoAnonymity : public NeedsMipSolver {};

TEST_F(TwoAnonymity, EqualsBruteForceThePatternProgramAndTheGuesses) {
    int released = 0;
    int infeasible = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = with_k(random_star_problem(seed), 2);
        const std::optional<double> best = least_star_loss(problem);
        for (const char* method : {"two-anonymity", "pattern-ilp", "pattern-exact"}) {
            SCOPED_TRACE(method);
            const Outcome outcome = run_method(method, problem);
            ASSERT_EQ(outcome.recoding.has_value(), best.has_value());
            ASSERT_EQ(outcome.ending, best ? Ending::optimal : Ending::infeasible);
            if (best) {
                ASSERT_NEAR(outcome.loss, *best, 1e-9);
                ASSERT_EQ(outcome.lower_bound, outcome.loss);
                ASSERT_TRUE(audited(problem, outcome).passed);
            }
        }
        (best ? released : infeasible) += 1;
    }
    EXPECT_GT(released, 70);
    EXPECT_GT(infeasible, 2);
}

/// Types of several rows, beyond what brute force can do.
TEST_F(TwoAnonymity, EqualsThePatternProgramOnTablesOfRepeatedRows) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem =
            with_k(random_problem({.rows = 60, .attributes = 4, .values = 2 + seed % 5}, seed), 2);
        problem.objective = objective_of_cells(seed);
        problem.suppression_limit = seed % 3 == 0 ? 3 : 0;
        problem.patterns.given = seed % 4 == 0;
        problem.patterns.max_stars = problem.patterns.given ? 2 : problem.patterns.max_stars;
        const Outcome outcome = run_method("two-anonymity", problem);
        const Outcome other = run_method("pattern-ilp", problem);
        ASSERT_EQ(outcome.recoding.has_value(), other.recoding.has_value());
        ASSERT_EQ(outcome.ending, other.ending);
        ASSERT_NEAR(outcome.loss, other.loss, 1e-9);
        ASSERT_TRUE(!outcome.recoding || audited(problem, outcome).passed);
    }
}

TEST_F(TwoAnonymity, TypesOfSeveralRowsLendRowsToOthers) {
    // Each of x 2 and y 1 takes one of the rows x 1, at one star a row.
    const Problem problem = star_problem("a b", "x 1; x 1; x 1; x 1; x 2; y 1");
    const Outcome outcome = run_method("two-anonymity", problem);
    EXPECT_EQ(outcome.ending, Ending::optimal);
    EXPECT_EQ(outcome.loss, 4);
    audited(problem, outcome);
}

TEST_F(TwoAnonymity, KeepsAReleaseWhenTimeIsUp) {
    const Problem problem = with_k(random_star_problem(1), 2);
    RunContext context;
    context.deadline = std::chrono::steady_clock::now();
    const Outcome outcome = run_method("two-anonymity", problem, {}, context);
    ASSERT_TRUE(outcome.recoding);
    EXPECT_LE(outcome.lower_bound.value(), *least_star_loss(problem) + 1e-9);
    EXPECT_TRUE(outcome.ending == Ending::timed_out || outcome.ending == Ending::optimal);
}

TEST_F(TwoAnonymity, RefusesOtherKAndTablesOfManyTypes) {
    Problem problem = random_problem({.rows = 900, .attributes = 6, .values = 9}, 2);
    problem.objective = Objective::stars;
    ASSERT_GT(problem.row_types().size(), cell_suppression::kMostPairedTypes);
    try {
        static_cast<void>(run_method("two-anonymity", with_k(problem, 2)));
        FAIL() << "a table of many row types was taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        EXPECT_EQ(std::string(error.what()).find("method 'two-anonymity'"), 0U) << error.what();
    }
    problem.k = 3;
    EXPECT_THROW(static_cast<void>(run_method("two-anonymity", problem)), Error);
}

}  // namespace
}  // namespace kanon::test
