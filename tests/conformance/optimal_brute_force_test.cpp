// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/full_domain/optimal.hpp"

#include "support/brute_force.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace kanon::test {
namespace {

void expect_best(const Problem& problem, unsigned threads) {
    RunContext context;
    context.threads = threads;
    const Outcome outcome = full_domain::make_optimal({})->run(problem, context);
    const std::optional<double> best = best_by_force(problem);
    ASSERT_EQ(best.has_value(), outcome.recoding.has_value());
    if (!best) {
        EXPECT_EQ(outcome.ending, Ending::infeasible);
        return;
    }
    EXPECT_EQ(outcome.ending, Ending::optimal);
    EXPECT_NEAR(outcome.loss, *best, 1e-9 * (1 + std::abs(*best)));
    const JudgedNode chosen =
        judge_node(problem, *std::get<GlobalRecoding>(*outcome.recoding).node);
    EXPECT_TRUE(chosen.feasible);
    EXPECT_NEAR(
        objective_value(problem.objective, chosen.facts), *best, 1e-9 * (1 + std::abs(*best)));
}

class OptimalAgainstBruteForce : public testing::TestWithParam<Objective> {};

TEST_P(OptimalAgainstBruteForce, FindsTheBestNodeUnderKAnonymity) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_problem({.rows = 10 + seed % 20}, seed);
        problem.objective = GetParam();
        problem.gs_factor = static_cast<double>(seed / 4 % 5) / 4;
        problem.suppression_limit = seed % 4 == 3 ? problem.table.row_count() : seed % 4;
        expect_best(problem, 1);
    }
}

TEST_P(OptimalAgainstBruteForce, FindsTheBestNodeUnderDiversity) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem =
            random_problem({.rows = 12 + seed % 20, .attributes = 2 + seed % 3}, seed);
        problem.objective = GetParam();
        problem.gs_factor = static_cast<double>(seed % 7) / 6;
        problem.suppression_limit = seed % 3 == 2 ? problem.table.row_count() : seed % 5;
        const bool entropy = seed % 2 == 0;
        add_l_diversity(problem, entropy ? "entropy" : "distinct", entropy ? 1.8 : 2);
        expect_best(problem, 1 + seed % 2);
    }
}

/// The bound of a search that has looked into no box yet was 0 / 0 for prec.
TEST_P(OptimalAgainstBruteForce, StatesABoundInNumbersWhenStoppedAtOnce) {
    Problem problem = random_problem({.rows = 60, .attributes = 5, .values = 8}, 7);
    problem.objective = GetParam();
    problem.suppression_limit = 6;
    RunContext context;
    context.node_limit = 1;
    const Outcome outcome = full_domain::make_optimal({})->run(problem, context);
    ASSERT_TRUE(outcome.recoding && outcome.lower_bound);
    EXPECT_EQ(outcome.ending, Ending::timed_out);
    EXPECT_TRUE(std::isfinite(*outcome.lower_bound)) << *outcome.lower_bound;
    EXPECT_LE(*outcome.lower_bound, outcome.loss);
}

INSTANTIATE_TEST_SUITE_P(Objectives,
                         OptimalAgainstBruteForce,
                         testing::ValuesIn(find_method("optimal").objectives.begin(),
                                           find_method("optimal").objectives.end()),
                         [](const auto& tested) {
                             std::string name(kanon::info(tested.param).name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(Optimal, RespectsLevelBounds) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_problem({.rows = 20}, seed);
        problem.quasi_identifiers[0].least_level = 1;
        problem.quasi_identifiers[1].greatest_level =
            static_cast<Level>(problem.quasi_identifiers[1].hierarchy.height() - 1);
        problem.suppression_limit = 5;
        expect_best(problem, 1);
    }
}

TEST(Optimal, StatesABoundWhenStoppedEarly) {
    Problem problem = random_problem({.rows = 60, .attributes = 5, .values = 8}, 7);
    problem.suppression_limit = 6;
    RunContext context;
    const Outcome whole = full_domain::make_optimal({})->run(problem, context);
    context.node_limit = 4;
    const Outcome part = full_domain::make_optimal({})->run(problem, context);
    ASSERT_TRUE(part.recoding && part.lower_bound);
    EXPECT_EQ(part.ending, Ending::timed_out);
    EXPECT_LE(*part.lower_bound, whole.loss);
    EXPECT_GE(part.loss, whole.loss);
}

TEST(Optimal, NeverReleasesATableWithoutRows) {
    Problem problem = with_k(random_problem({.rows = 3, .attributes = 2, .values = 2}, 3), 4);
    problem.suppression_limit = 3;
    const Outcome outcome = full_domain::make_optimal({})->run(problem, RunContext{});
    EXPECT_EQ(outcome.ending, Ending::infeasible);
    EXPECT_FALSE(outcome.recoding);
    EXPECT_FALSE(outcome.reason.empty());
}

/// The top of the lattice is a release, all rows in one class.
TEST(Optimal, ReleasesAFullyGeneralizedTableWhereNothingElseHolds) {
    Policy policy;
    for (const std::string name : {"a", "b"}) {
        policy.attribute(name).role = Role::quasi_identifying;
        policy.attribute(name).hierarchy.form = HierarchySpec::Form::flat;
    }
    policy.privacy = {{.model = "k-anonymity", .parameters = {{"k", 2}}}};
    const auto solve = [&policy](const std::string& rows, const std::string& limit) {
        policy.suppression = SuppressionLimit::parse(limit);
        const Problem problem = bind(table_of("a b", rows), policy, RunContext{});
        return full_domain::make_optimal({})->run(problem, RunContext{});
    };
    for (const char* limit : {"0", "100%"}) {
        const Outcome all = solve("u 1; v 2; w 3", limit);
        EXPECT_EQ(all.ending, Ending::optimal);
        EXPECT_EQ(std::get<GlobalRecoding>(all.recoding.value()).node, (Node{1, 1}));
        EXPECT_EQ(all.loss, 1.0);
    }
    const Outcome some = solve("u 1; u 2; w 3; w 4", "0");
    EXPECT_EQ(some.ending, Ending::optimal);
    EXPECT_EQ(std::get<GlobalRecoding>(some.recoding.value()).node, (Node{0, 1}));
}

}  // namespace
}  // namespace kanon::test
