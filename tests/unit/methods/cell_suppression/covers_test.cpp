// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/methods/cell_suppression/covers/approx_naive.hpp"
#include "kanon/methods/cell_suppression/covers/cover.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/star_brute_force.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace kanon::test {
namespace {

constexpr std::array kCovers{"approx-naive", "approx-fq", "approx-cf"};

TEST(Covers, StayWithinTheirRatioOfTheOptimum) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem =
            random_star_problem(small_shape(seed), seed, objective_of_cells(seed));
        const double best = least_star_loss(problem).value();
        const double ratio = 2 * (1 + std::log(2 * static_cast<double>(problem.k)));
        for (const char* method : kCovers) {
            SCOPED_TRACE(method);
            const Outcome outcome = run_method(method, problem);
            ASSERT_TRUE(outcome.recoding);
            ASSERT_LE(outcome.lower_bound.value(), best + 1e-9);
            ASSERT_LE(best, outcome.loss + 1e-9);
            ASSERT_LE(outcome.loss, ratio * best + 1e-9);
        }
    }
}

TEST(Covers, AllItemsetsComeToWhatTheClosedOnesDo) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem =
            random_star_problem({.rows = 120, .attributes = 4, .values = 5}, seed);
        ASSERT_EQ(run_method("approx-fq", problem).loss, run_method("approx-cf", problem).loss);
        ASSERT_EQ(run_method("approx-dr", problem).loss,
                  run_method("pattern-greedy", problem).loss);
    }
}

TEST(Covers, BetaLeavesPatternsOut) {
    const Problem problem = random_star_problem({.rows = 150, .attributes = 5, .values = 4}, 3);
    for (const char* method : {"approx-cf", "approx-fq", "approx-dr"}) {
        const Outcome all = run_method(method, problem);
        const Outcome fewer = run_method(method, problem, {{"beta", "2.5"}});
        EXPECT_LT(all.loss, fewer.loss) << method;
        EXPECT_LE(fewer.loss, 2.5 * all.loss) << method;
        EXPECT_EQ(fewer.lower_bound, all.lower_bound);
        EXPECT_THROW(static_cast<void>(run_method(method, problem, {{"beta", "0.5"}})), Error);
    }
}

/// A random cover of `n` slots by sets of k to 2k - 1.
cell_suppression::Cover random_cover(std::size_t n, std::uint64_t k, Random& random) {
    cell_suppression::Cover cover;
    std::vector<bool> covered(n, false);
    for (auto next = std::find(covered.begin(), covered.end(), false); next != covered.end();
         next = std::find(covered.begin(), covered.end(), false)) {
        std::vector<std::uint32_t> set{static_cast<std::uint32_t>(next - covered.begin())};
        const std::size_t size = k + random.below(k);
        while (set.size() < size) {
            const auto slot = static_cast<std::uint32_t>(random.below(n));
            if (std::find(set.begin(), set.end(), slot) == set.end()) {
                set.push_back(slot);
            }
        }
        for (const std::uint32_t slot : set) {
            covered[slot] = true;
        }
        cover.push_back(std::move(set));
    }
    return cover;
}

TEST(Convert, MakesAPartitionBySetsOfKToTwiceKLessOne) {
    Random random(5);
    for (int round = 0; round < 500; ++round) {
        const std::uint64_t k = 2 + random.below(4);
        const std::size_t n = 2 * k + random.below(40);
        const cell_suppression::Cover cover = random_cover(n, k, random);
        std::map<std::uint32_t, std::uint64_t> sizes;
        for (const std::uint32_t set : cell_suppression::convert(cover, n, k)) {
            ++sizes[set];
        }
        for (const auto& [set, size] : sizes) {
            ASSERT_GE(size, k);
            ASSERT_LT(size, 2 * k);
        }
    }
}

TEST(Convert, TakesARowFromTheLargerSetAndUnitesSetsOfK) {
    EXPECT_EQ(cell_suppression::convert({{0, 1, 2}, {2, 3}}, 4, 2),
              (std::vector<std::uint32_t>{0, 0, 1, 1}));
    EXPECT_EQ(cell_suppression::convert({{0, 1}, {1, 2}}, 3, 2),
              (std::vector<std::uint32_t>{0, 0, 0}));
}

TEST(ApproxNaive, RefusesTablesThatAreNotTiny) {
    const Problem problem = random_problem({.rows = 21}, 1);
    EXPECT_THROW(static_cast<void>(run_method("approx-naive", problem)), Error);
}

/// All sets that they make are starred throughout, and all rows may be suppressed; but four rows
/// have a value in common.
TEST(Covers, FindAClassWhereAllRowsMayBeSuppressed) {
    const Problem problem =
        star_problem("a b c",
                     "01 10 21; 01 11 21; 00 10 21; 01 11 20; 01 10 22; 03 10 20",
                     3,
                     "suppression: {max: 100%}\n");
    const double best = least_star_loss(problem).value();
    for (const char* method :
         {"approx-naive", "approx-fq", "approx-cf", "meyerson-williams", "aggarwal-forest"}) {
        SCOPED_TRACE(method);
        const Outcome outcome = run_method(method, problem);
        ASSERT_TRUE(outcome.recoding) << outcome.reason;
        EXPECT_GE(outcome.loss, best - 1e-9);
        audited(problem, outcome);
    }
}

TEST(Covers, RefuseAMask) {
    const Problem problem = bound(table_of("a b", "x 1; x 1; z 1"),
                                  "attributes:\n  a: {role: quasi-identifying}\n"
                                  "  b: {role: quasi-identifying}\nprivacy: {k-anonymity: 2}\n"
                                  "patterns: {max-stars: 1}\n");
    for (const char* method : kCovers) {
        EXPECT_THROW(static_cast<void>(run_method(method, problem)), Error);
    }
    EXPECT_TRUE(run_method("approx-dr", problem).recoding);
}

}  // namespace
}  // namespace kanon::test
