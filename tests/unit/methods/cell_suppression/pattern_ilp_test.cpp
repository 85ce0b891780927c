// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"

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

class PatternIlp : public NeedsMipSolver {};

TEST_F(PatternIlp, EqualsBruteForce) {
    int released = 0;
    int infeasible = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_star_problem(seed);
        const std::optional<double> best = least_star_loss(problem);
        const Outcome outcome = run_method("pattern-ilp", problem);
        ASSERT_EQ(outcome.recoding.has_value(), best.has_value());
        if (!best) {
            ++infeasible;
            ASSERT_EQ(outcome.ending, Ending::infeasible);
            ASSERT_NE(outcome.reason, "");
            continue;
        }
        ++released;
        ASSERT_EQ(outcome.ending, Ending::optimal);
        ASSERT_NEAR(outcome.loss, *best, 1e-9);
        ASSERT_EQ(outcome.lower_bound, outcome.loss);
        ASSERT_TRUE(audited(problem, outcome).passed);
        const Outcome greedy = run_method("pattern-greedy", problem);
        if (greedy.recoding) {
            ASSERT_LE(greedy.lower_bound.value(), outcome.loss + 1e-9);
            ASSERT_LE(outcome.loss, greedy.loss + 1e-9);
        }
    }
    EXPECT_GT(released, 200);
    EXPECT_GT(infeasible, 20);
}

TEST_F(PatternIlp, SharesTheRowsOfATypeOut) {
    // Three rows x 1: each of x 2 and y 1 needs one of them, at one star a row.
    const Problem problem = star_problem("a b", "x 1; x 1; x 1; x 2; y 1");
    const Outcome outcome = run_method("pattern-ilp", problem);
    EXPECT_EQ(outcome.ending, Ending::optimal);
    EXPECT_EQ(outcome.loss, *least_star_loss(problem));
    audited(problem, outcome);
}

TEST_F(PatternIlp, WeighsAttributesOfOddWeights) {
    const std::string policy =
        "attributes:\n  a: {role: quasi-identifying, weight: 0.3}\n"
        "  b: {role: quasi-identifying, weight: 0.7}\nobjective: stars\n"
        "privacy: {k-anonymity: 2}\n";
    const Problem problem = bound(table_of("a b", "x 1; x 2; y 2; y 1; z 1"), policy);
    const Outcome outcome = run_method("pattern-ilp", problem);
    EXPECT_EQ(outcome.ending, Ending::optimal);
    EXPECT_NEAR(outcome.loss, *least_star_loss(problem), 1e-9);
}

TEST_F(PatternIlp, SplitsTheTableWhereNoCellConnectsIt) {
    const Problem problem = star_problem("a b", "x 1; x 2; x 3; y 4; y 5; y 6; z 7; z 8; z 9; z 7");
    const Outcome outcome = run_method("pattern-ilp", problem);
    EXPECT_EQ(outcome.ending, Ending::optimal);
    EXPECT_EQ(stat(outcome, "parts"), 3);
    EXPECT_EQ(stat(outcome, "largest_part"), 3);
    EXPECT_EQ(outcome.loss, *least_star_loss(problem));
}

TEST_F(PatternIlp, KeepsTheGreedyReleaseWhenTimeIsUp) {
    const Problem problem = random_star_problem(1);
    RunContext context;
    context.deadline = std::chrono::steady_clock::now();
    const Outcome outcome = run_method("pattern-ilp", problem, {}, context);
    const Outcome greedy = run_method("pattern-greedy", problem);
    ASSERT_TRUE(outcome.recoding);
    EXPECT_EQ(outcome.loss, greedy.loss);
    EXPECT_TRUE(outcome.ending == Ending::timed_out || outcome.ending == Ending::optimal);
    EXPECT_LE(outcome.lower_bound.value(), outcome.loss);
}

TEST_F(PatternIlp, TakesNoModelButKAnonymity) {
    const Problem problem = bound(table_of("a b c", "x 1 u; x 1 v; y 2 u; y 2 v"),
                                  "attributes:\n  a: {role: quasi-identifying}\n"
                                  "  b: {role: quasi-identifying}\n  c: {role: sensitive}\n"
                                  "objective: stars\n"
                                  "privacy: {k-anonymity: 2, l-diversity: 2}\n");
    EXPECT_THROW(static_cast<void>(make_method(find_method("pattern-ilp"), problem, {})), Error);
}

}  // namespace
}  // namespace kanon::test
