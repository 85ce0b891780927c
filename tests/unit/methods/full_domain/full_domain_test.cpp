// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/full_domain/distance_vectors.hpp"
#include "kanon/methods/full_domain/incognito.hpp"

#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include "support/survey.hpp"
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>
#include <variant>
#include <vector>

namespace kanon::test {
namespace {

constexpr std::array kExhaustive{"incognito", "mingen", "samarati"};
constexpr std::array kAll{"annealing", "datafly", "incognito", "mingen", "samarati"};

std::string refusal(const char* method, const Problem& problem, const OptionMap& options = {}) {
    try {
        static_cast<void>(run_method(method, problem, options));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        return error.what();
    }
    return "";
}

Node node_of(const Outcome& outcome) {
    return *std::get<GlobalRecoding>(*outcome.recoding).node;
}

TEST(ExhaustiveMethods, RefuseLatticesTooLargeToLookThrough) {
    // 2^30 nodes, and one of more than 2^64.
    for (const std::size_t attributes : {30U, 70U}) {
        Problem problem = random_problem({.rows = 6, .attributes = attributes, .values = 2}, 3);
        for (QuasiIdentifier& qi : problem.quasi_identifiers) {
            qi.greatest_level = 1;
        }
        for (const char* method : kExhaustive) {
            const std::string text = refusal(method, problem);
            EXPECT_NE(text.find(method), std::string::npos) << text;
            EXPECT_NE(text.find("'optimal'"), std::string::npos) << text;
        }
        const std::string count = attributes == 30 ? "1073741824 nodes" : "more than 2^64 nodes";
        EXPECT_NE(refusal("mingen", problem).find(count), std::string::npos);
        for (const char* method : {"datafly", "annealing"}) {
            EXPECT_TRUE(run_method(method, problem).recoding) << method;
        }
    }
}

TEST(LatticeMethods, StoppedEarlySayTimedOut) {
    Problem problem = random_problem({.rows = 60, .attributes = 5, .values = 8}, 7);
    problem.suppression_limit = 6;
    for (const char* method : kAll) {
        SCOPED_TRACE(method);
        RunContext context;
        context.node_limit = 1;
        const Outcome outcome = run_method(method, problem, {}, context);
        EXPECT_EQ(outcome.ending, Ending::timed_out);
        EXPECT_TRUE(outcome.minimal_nodes.empty());
        EXPECT_FALSE(outcome.lower_bound);
    }
}

/// A lattice too large to search whole: 21 attributes.
Problem huge_problem() {
    Problem problem = random_problem({.rows = 300, .attributes = 21, .values = 9}, 4);
    problem.suppression_limit = 150;
    return problem;
}

TEST(Optimal, WalksOverHugeLattices) {
    const Problem problem = huge_problem();
    RunContext context;
    context.node_limit = 200;
    const Outcome descent = run_method("optimal", problem, {}, context);
    context.node_limit = 20000;
    const Outcome walks = run_method("optimal", problem, {}, context);
    ASSERT_TRUE(walks.recoding && walks.lower_bound);
    EXPECT_EQ(walks.ending, Ending::timed_out);
    EXPECT_LT(walks.loss, descent.loss);
    EXPECT_LE(*walks.lower_bound, walks.loss);
    EXPECT_LE(walks.loss, run_method("annealing", problem, {{"steps", "2000"}}).loss);
}

TEST(Optimal, RepeatsWhatANodeLimitStopped) {
    const Problem problem = huge_problem();
    RunContext context;
    context.node_limit = 2000;
    const Outcome once = run_method("optimal", problem, {}, context);
    context.threads = 4;
    const Outcome again = run_method("optimal", problem, {}, context);
    EXPECT_EQ(node_of(once), node_of(again));
    EXPECT_EQ(once.lower_bound, again.lower_bound);
    EXPECT_EQ(once.stats, again.stats);
}

TEST(LatticeMethods, SayCancelledWhenCancelled) {
    const Problem problem = random_problem({.rows = 60, .attributes = 5, .values = 8}, 7);
    const std::atomic<bool> cancel = true;
    RunContext context;
    context.cancel = &cancel;
    for (const char* method : kAll) {
        const Outcome outcome = run_method(method, problem, {}, context);
        EXPECT_EQ(outcome.ending, Ending::cancelled) << method;
        EXPECT_FALSE(outcome.recoding) << method;
    }
}

TEST(Samarati, RefusesAnUnknownNodeTest) {
    EXPECT_NE(refusal("samarati", survey_problem(2), {{"node-test", "guess"}}).find("node-test"),
              std::string::npos);
}

TEST(DistanceVectors, AreForKAnonymityAndSmallTables) {
    Problem diverse = random_problem({.rows = 30}, 1);
    add_l_diversity(diverse, "distinct", 2);
    const OptionMap options{{"node-test", "distance-vectors"}};
    EXPECT_NE(refusal("samarati", diverse, options).find("generalized-table"), std::string::npos);
    const Problem large = random_problem({.rows = 6000, .attributes = 6, .values = 40}, 1);
    EXPECT_NE(refusal("samarati", large, options).find("entries"), std::string::npos);
}

/// Fig. 1 of Ciriani et al.: ZIP has four values and Race three; at [0,1] each of two and three.
TEST(Datafly, RaisesTheAttributeOfMostDistinctValues) {
    EXPECT_EQ(node_of(run_method("datafly", survey_problem(9))), (Node{0, 0}));
    EXPECT_EQ(node_of(run_method("datafly", survey_problem(2))), (Node{0, 1}));
    const Outcome outcome = run_method("datafly", survey_problem(0));
    EXPECT_EQ(node_of(outcome), (Node{1, 1}));
    EXPECT_EQ(outcome.ending, Ending::feasible);
}

TEST(Annealing, DependsOnItsSeedAlone) {
    const Problem problem = random_problem({.rows = 200, .attributes = 5, .values = 9}, 11);
    RunContext context;
    context.seed = 3;
    const Outcome one = run_method("annealing", problem, {{"steps", "200"}}, context);
    context.seed = 4;
    EXPECT_NE(run_method("annealing", problem, {{"steps", "200"}}, context).stats, one.stats);
    context.seed = 3;
    context.threads = 4;
    const Outcome same = run_method("annealing", problem, {{"steps", "200"}}, context);
    EXPECT_EQ(node_of(one), node_of(same));
    EXPECT_EQ(one.stats, same.stats);
}

TEST(Annealing, FindsTheOptimumOfSmallLattices) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Problem problem = random_problem({.rows = 40, .attributes = 4, .values = 6}, seed);
        problem.suppression_limit = 4;
        const double best = run_method("optimal", problem).loss;
        const double loss = run_method("annealing", problem).loss;
        EXPECT_GE(loss, best);
        found += loss == best ? 1 : 0;
    }
    EXPECT_GE(found, 19);
}

TEST(Annealing, RefusesStepsThatAreNone) {
    EXPECT_NE(refusal("annealing", survey_problem(2), {{"steps", "0"}}), "");
}

/// The top, all rows in one class, is a solution like any other (Ciriani et al. 2007, Def. 5).
TEST(FullDomain, ReleasesTheTopOfTheLatticeWhereNothingBelowItHolds) {
    const Problem problem = figure_9_problem(0, true);
    const Outcome outcome = run_method("incognito", problem);
    EXPECT_EQ(outcome.minimal_nodes, (std::vector<Node>{{0, 1, 0, 1}}));
    const Problem none = with_k(problem, 8);
    for (const char* method : kAll) {
        const Outcome top = run_method(method, none);
        ASSERT_TRUE(top.recoding) << method;
        EXPECT_EQ(std::get<GlobalRecoding>(*top.recoding).node, none.lattice().top()) << method;
    }
}

}  // namespace
}  // namespace kanon::test
