// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/random.hpp"
#include "kanon/methods/classes/division/division.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::classes {
namespace {

/// Rows of a number, a label of a tree, and a value without a hierarchy.
Problem mixed_problem(std::uint64_t seed, std::uint64_t rows) {
    Random random(seed);
    std::string cells;
    for (std::uint64_t i = 0; i < rows; ++i) {
        cells += i == 0 ? "" : "; ";
        cells += std::to_string(random.below(40)) + " ";
        cells += std::string(1, static_cast<char>('p' + random.below(5))) + " ";
        cells += "v" + std::to_string(random.below(7));
    }
    const std::string policy =
        "attributes:\n"
        "  a: {role: quasi-identifying, weight: 2}\n"
        "  b: {role: quasi-identifying, hierarchy: {tree: {l: [p, q], m: [r, s, t]}}}\n"
        "  c: {role: quasi-identifying}\n"
        "privacy: {k-anonymity: 3}\n";
    return kanon::bind(test::table_of("a b c", cells), parse_policy(policy, "p"), {});
}

TypePartition divided_below(const Problem& problem, double most_lost, const RunContext& context) {
    return divide_types(
        problem, make_axes(problem), {.rule = SplitRule::best, .most_lost = most_lost}, context);
}

TEST(DivisionGivenUp, WhereItsClassesAreMeasuredToLoseAsMuch) {
    const Splitting splitting{.rule = SplitRule::best};
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const Problem problem = mixed_problem(seed, 20 + seed);
        const std::vector<Axis> axes = make_axes(problem);
        const TypePartition divided = divide_types(problem, axes, splitting, {});
        const double loss = loss_if_released(problem, axes, divided, 1);
        ASSERT_GT(loss, 0);
        for (const unsigned threads : {1U, 2U}) {
            const RunContext context{.threads = threads};
            EXPECT_TRUE(divided_below(problem, 0, context).given_up) << seed;
            EXPECT_TRUE(divided_below(problem, loss * 0.999, context).given_up) << seed;
            const TypePartition below = divided_below(problem, loss * 1.001, context);
            EXPECT_FALSE(below.given_up) << seed;
            EXPECT_EQ(below.types, divided.types) << seed;
            EXPECT_EQ(below.starts, divided.starts) << seed;
        }
    }
}

TEST(DivisionGivenUp, NeverWhereTheRunIsStopped) {
    const Problem problem = mixed_problem(1, 200);
    const RunContext few{.threads = 1, .node_limit = 1};
    EXPECT_FALSE(divided_below(problem, 0.01, few).given_up);
}

}  // namespace
}  // namespace kanon::classes
