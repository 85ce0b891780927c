// SPDX-License-Identifier: Apache-2.0
// Adversaries whose columns do not meet, each solved by itself, against all nodes of the lattice.
#include "kanon/methods/catalogue/apart_sets.hpp"

#include "kanon/methods/full_domain/optimal.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"

#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace kanon::test {
namespace {

using Groups = std::vector<std::vector<std::size_t>>;

Problem problem_of(std::uint64_t seed) {
    Problem problem = random_problem({.rows = 12 + seed % 30, .attributes = 4, .values = 4}, seed);
    problem.objective = Objective::gcp;
    problem.suppression_limit = 0;
    problem.models.clear();
    return problem;
}

/// The least loss of all nodes, each judged for all adversaries together; none: none holds.
std::optional<double> least_of_all_nodes(const Problem& problem) {
    const RunContext context;
    full_domain::NodeSearch search(problem, context);
    const Node& top = search.lattice().top();
    Node node = search.lattice().bottom();
    for (std::size_t j = 0; j < node.size();) {
        static_cast<void>(search.check(node));
        for (j = 0; j < node.size() && node[j] == top[j]; ++j) {
            node[j] = search.lattice().bottom()[j];
        }
        if (j < node.size()) {
            ++node[j];
            j = 0;
        }
    }
    return search.best() ? std::optional(search.scorer().value(*search.best())) : std::nullopt;
}

TEST(ApartSets, AreTheBestOfAllNodesTogether) {
    int released = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = problem_of(seed);
        ask_against(
            problem, {.columns = {"q0", "q2"}}, anonymity(2 + static_cast<double>(seed % 3)));
        ask_against(problem, {.columns = {"q1", "q3"}}, anonymity(3));
        if (seed % 2 == 0) {
            ask_against(problem,
                        {.columns = {"q1"}},
                        {.model = "l-diversity", .parameters = {{"l", 2}}, .attribute = "s"});
        }
        ASSERT_EQ(apart_attributes(problem), (Groups{{0, 2}, {1, 3}}));
        const std::optional<double> least = least_of_all_nodes(problem);
        const Outcome apart = run_method("optimal", problem);
        const Outcome together = full_domain::make_optimal({})->run(problem, {});
        ASSERT_EQ(apart.recoding.has_value(), least.has_value());
        ASSERT_EQ(apart.ending, together.ending);
        if (!least) {
            continue;
        }
        ++released;
        ASSERT_NEAR(apart.loss, *least, 1e-9);
        ASSERT_NEAR(apart.lower_bound.value(), *least, 1e-9);
        ASSERT_NEAR(apart.loss, together.loss, 1e-9);
        ASSERT_TRUE(audited(problem, apart).passed);
    }
    EXPECT_GT(released, 200);
}

TEST(ApartSets, AreNotThoseThatAnythingJoins) {
    Problem problem = problem_of(3);
    ask_against(problem, {.columns = {"q0", "q1"}}, anonymity(2));
    ask_against(problem, {.columns = {"q2", "q3"}}, anonymity(2));
    EXPECT_EQ(apart_attributes(problem), (Groups{{0, 1}, {2, 3}}));
    Problem single = problem_of(3);
    ask_against(single, {.any = 1}, anonymity(2));
    EXPECT_EQ(apart_attributes(single).size(), 4U);

    Problem joined = problem;
    ask_against(joined, {.columns = {"q1", "q2"}}, anonymity(2));
    EXPECT_TRUE(apart_attributes(joined).empty());
    Problem any = problem;
    ask_against(any, {.any = 2}, anonymity(2));
    EXPECT_TRUE(apart_attributes(any).empty());
    Problem all = problem;
    all.models.push_back(random_problem({}, 3).models.front());
    EXPECT_TRUE(apart_attributes(all).empty());
    Problem suppressing = problem;
    suppressing.suppression_limit = 1;
    EXPECT_TRUE(apart_attributes(suppressing).empty());
    Problem by_size = problem;
    by_size.objective = Objective::c_avg;
    EXPECT_TRUE(apart_attributes(by_size).empty());
}

}  // namespace
}  // namespace kanon::test
