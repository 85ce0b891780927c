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

TEST(DivisionLoses, AsMuchAsItsClassesAreMeasuredToLose) {
    const Splitting splitting{.rule = SplitRule::best};
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const Problem problem = mixed_problem(seed, 20 + seed);
        const std::vector<Axis> axes = make_axes(problem);
        const TypePartition divided = divide_types(problem, axes, splitting, {});
        const double loss = loss_if_released(problem, axes, divided, 1);
        ASSERT_GT(loss, 0);
        for (const unsigned threads : {1U, 2U}) {
            const RunContext context{.threads = threads};
            EXPECT_TRUE(division_loses(problem, axes, splitting, 0, context)) << seed;
            EXPECT_TRUE(division_loses(problem, axes, splitting, loss * 0.999, context)) << seed;
            EXPECT_FALSE(division_loses(problem, axes, splitting, loss * 1.001, context)) << seed;
        }
    }
}

TEST(DivisionLoses, NothingWhereTheRunIsStopped) {
    const Problem problem = mixed_problem(1, 200);
    const std::vector<Axis> axes = make_axes(problem);
    const RunContext few{.threads = 1, .node_limit = 1};
    EXPECT_FALSE(division_loses(problem, axes, {.rule = SplitRule::best}, 0.01, few));
}

}  // namespace
}  // namespace kanon::classes
