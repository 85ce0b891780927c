// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/pair_bound.hpp"

#include "kanon/methods/classes/bounds/box_bound.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/class_brute_force.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace kanon::classes {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max() / 2;

double weights_of(const Task& task) {
    double weights = 0;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        weights += attribute.weight;
    }
    return weights;
}

double bound_of(const Task& task, std::uint64_t effort = kNoLimit, unsigned threads = 1) {
    return pair_bound(task, make_axes(task), weights_of(task), effort, threads);
}

Problem numbers(const std::string& cells) {
    return kanon::bind(
        test::table_of("a", cells),
        parse_policy("attributes: {a: {role: quasi-identifying}}\nprivacy: {k-anonymity: 2}", "p"),
        {});
}

TEST(PairBound, GivesEachRowAPriceThatNoPairIsTooCheapFor) {
    // Prices of 0.8, 0 and 1: the last row may be suppressed.
    EXPECT_NEAR(bound_of(numbers("0; 2; 5")), 1.8, 1e-12);
    EXPECT_NEAR(bound_of(numbers("0; 1; 9; 10")), 0.4, 1e-12);
    EXPECT_NEAR(bound_of(numbers("0; 0; 5; 10")), 1, 1e-12);
    EXPECT_NEAR(bound_of(numbers("0; 0; 5; 5; 10; 10")), 0, 1e-12);
}

TEST(PairBound, IsBelowEveryRecodingAndMostlyAboveTheBoxes) {
    int above = 0;
    int tried = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Problem problem =
            test::random_problem({.rows = 11, .attributes = 3, .values = 4 + seed % 5}, seed);
        if (problem.row_types().size() > 11) {
            continue;
        }
        problem.quasi_identifiers[seed % 3].weight = 2;
        const double bound = bound_of(problem);
        const auto cells = static_cast<double>(problem.row_types().row_count());
        const double least = test::least_class_gcp(problem) * cells * weights_of(problem);
        EXPECT_LE(bound, least + 1e-9) << seed;
        const double boxes = box_bound(problem, make_axes(problem), kNoLimit, {.threads = 1});
        above += bound > boxes + 1e-9 ? 1 : 0;
        ++tried;
    }
    EXPECT_GT(tried, 200);
    EXPECT_GT(above, tried / 3);
}

TEST(PairBound, IsTheSameForAnyNumberOfThreadsAndNeverMoreWithLessEffort) {
    const Problem problem = test::random_problem({.rows = 3000, .attributes = 4, .values = 12}, 5);
    const double whole = bound_of(problem);
    EXPECT_EQ(bound_of(problem, kNoLimit, 2), whole);
    const std::uint64_t some = problem.row_types().size() * 400;
    EXPECT_EQ(bound_of(problem, some, 2), bound_of(problem, some, 1));
    EXPECT_GT(whole, 0);
    EXPECT_EQ(bound_of(problem, 0), 0);
}

}  // namespace
}  // namespace kanon::classes
