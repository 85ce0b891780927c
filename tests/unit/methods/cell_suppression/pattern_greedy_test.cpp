// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/portfolio.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/star_brute_force.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace kanon::test {
namespace {

Outcome greedy(const Problem& problem, const OptionMap& options = {}) {
    return run_method("pattern-greedy", problem, options);
}

/// The instance of Theorem 4 of Bredereck et al. 2013 with k = m, and its mask of m + 2 patterns.
Problem worst_case(std::size_t m) {
    std::string names;
    std::string patterns = "[]";
    for (std::size_t j = 0; j < m; ++j) {
        const std::string name = "a" + std::to_string(j);
        names += name + " ";
        patterns += ", [" + name + "]";
    }
    std::string rows;
    for (std::size_t row = 0; row < m * m; ++row) {
        // m rows of x alone; then, for each attribute, m - 1 rows with a value of their own in it.
        for (std::size_t j = 0; j < m; ++j) {
            const bool own = row >= m && (row - m) / (m - 1) == j;
            rows += own ? "y" + std::to_string(row) + " " : "x ";
        }
        rows += ";";
    }
    return star_problem(names, rows, m, "patterns: {list: [" + patterns + "], all-star: class}\n");
}

TEST(PatternGreedy, LosesWhatTheoremFourSaysInItsWorstCase) {
    for (std::size_t m = 3; m <= 8; ++m) {
        SCOPED_TRACE(m);
        const Problem problem = worst_case(m);
        const Outcome outcome = greedy(problem);
        EXPECT_EQ(outcome.loss, static_cast<double>((m - 1) * m * m));
        EXPECT_LE(outcome.lower_bound.value(), static_cast<double>(m * m));
        EXPECT_EQ(audited(problem, outcome).measures.suppressed_rows, 0U);
    }
}

TEST(PatternGreedy, BruteForceFindsTheOptimumOfTheWorstCase) {
    EXPECT_EQ(least_star_loss(worst_case(3)), 9);
}

TEST(PatternGreedy, TakesTheCheapestPatternThatEnoughRowsShare) {
    const Problem problem = star_problem("a b", "x 1; x 1; y 1; y 2; z 3; z 4");
    const Outcome outcome = greedy(problem);
    EXPECT_EQ(outcome.loss, 4);
    EXPECT_EQ(outcome.lower_bound, 4);
    const Release release = release_of(problem, outcome);
    EXPECT_EQ(release.table.column(0).text(0), "x");
    EXPECT_EQ(release.table.column(1).text(2), "*");
    EXPECT_EQ(release.table.column(0).text(5), "z");
}

TEST(PatternGreedy, PatternsOfEqualCostComeInTheOrderAskedFor) {
    const Problem problem = star_problem("a b", "x 1; x 2; y 2; y 1");
    const Release last = release_of(problem, greedy(problem));
    EXPECT_EQ(last.table.column(1).text(0), "*");
    const Release first = release_of(problem, greedy(problem, {{"tie-order", "first"}}));
    EXPECT_EQ(first.table.column(0).text(0), "*");
}

TEST(PatternGreedy, MovesRowsToThoseLeftOver) {
    // z 1 is left over; one of the three rows x 1 can be spared.
    const Problem problem = star_problem("a b", "x 1; x 1; x 1; z 1");
    const Outcome outcome = greedy(problem);
    EXPECT_EQ(outcome.loss, 2);
    const AuditReport report = audited(problem, outcome);
    EXPECT_EQ(report.measures.stars, 2U);
    EXPECT_EQ(report.measures.classes, 2U);
    EXPECT_EQ(release_of(problem, outcome).table.column(0).text(2), "*");
}

TEST(PatternGreedy, WidensAClassForARowLeftOver) {
    const Problem problem = star_problem("a b", "x 1; x 1; z 1");
    const Outcome outcome = greedy(problem);
    EXPECT_EQ(outcome.loss, 3);
    audited(problem, outcome);
}

TEST(PatternGreedy, SuppressesRowsLeftOverWhereItMay) {
    const Problem problem = star_problem("a b", "x 1; x 1; z 1", 2, "suppression: {max: 1}\n");
    const Outcome outcome = greedy(problem);
    EXPECT_EQ(outcome.loss, 2);
    const AuditReport report = audited(problem, outcome);
    EXPECT_EQ(report.measures.suppressed_rows, 1U);
}

TEST(PatternGreedy, NamesTheRowsThatNoPatternServes) {
    const Problem problem = star_problem("a b", "x 1; x 1; z 7");
    const Outcome outcome = greedy(problem);
    EXPECT_EQ(outcome.ending, Ending::infeasible);
    EXPECT_TRUE(outcome.reason.starts_with("1 row is too few of a kind")) << outcome.reason;
    EXPECT_EQ(problem.first_rows(outcome.unserved_types, 9), (std::vector<std::uint64_t>{3}));
}

TEST(PatternGreedy, NamesTheFirstOfManyRowsThatNoPatternServes) {
    const Problem problem = star_problem("a b", "z 7; x 1; y 8; w 9; x 1; v 6; u 5");
    const Outcome outcome = greedy(problem);
    EXPECT_TRUE(outcome.reason.starts_with("5 rows are too few")) << outcome.reason;
    EXPECT_EQ(problem.first_rows(outcome.unserved_types, 3), (std::vector<std::uint64_t>{1, 3, 4}));
}

TEST(PatternGreedy, MakesAClassOfStarsWhereThePolicySaysSo) {
    const Table table = table_of("a b s", "x 1 p; x 1 q; z 7 p; y 8 q");
    const std::string policy =
        "attributes:\n  a: {role: quasi-identifying}\n  b: {role: quasi-identifying}\n"
        "  s: {role: sensitive}\nobjective: stars\nprivacy: {k-anonymity: 2}\n"
        "patterns: {all-star: class}\n";
    const Problem problem = bound(table, policy);
    const Outcome outcome = greedy(problem);
    EXPECT_EQ(outcome.loss, 4);
    const AuditReport report = audited(problem, outcome);
    EXPECT_EQ(report.measures.suppressed_rows, 0U);
    EXPECT_EQ(report.measures.classes, 2U);
    EXPECT_EQ(release_of(problem, outcome).table.column(2).text(2), "p");
}

TEST(PatternGreedy, WeighsAttributes) {
    const std::string policy =
        "attributes:\n  a: {role: quasi-identifying, weight: 0.5}\n"
        "  b: {role: quasi-identifying, weight: 0.75}\nobjective: stars\n"
        "privacy: {k-anonymity: 2}\n";
    const Problem problem = bound(table_of("a b", "x 1; x 2; y 2; y 1"), policy);
    const Outcome outcome = greedy(problem);
    EXPECT_EQ(outcome.loss, 2);
    EXPECT_EQ(release_of(problem, outcome).table.column(0).text(0), "*");
}

TEST(PatternGreedy, LiesBetweenTheOptimumAndWhatItsBoundSays) {
    int released = 0;
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_star_problem(seed);
        const std::optional<double> best = least_star_loss(problem);
        const Outcome outcome = greedy(problem);
        if (!outcome.recoding) {
            continue;
        }
        ++released;
        ASSERT_TRUE(best);
        ASSERT_LE(outcome.lower_bound.value(), *best + 1e-9);
        ASSERT_LE(*best, outcome.loss + 1e-9);
        ASSERT_TRUE(audited(problem, outcome).passed);
    }
    EXPECT_GT(released, 300);
}

TEST(PatternGreedy, FindsAReleaseWheneverThereIsOneOfAllPatterns) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_star_problem(seed);
        problem.patterns = PatternMask{.attributes = problem.patterns.attributes};
        problem.patterns.all_star = AllStar::as_class;
        ASSERT_TRUE(greedy(problem).recoding);
        ASSERT_TRUE(least_star_loss(problem));
    }
}

TEST(PatternMask, OtherMethodsRefuseIt) {
    const Problem problem = bound(table_of("a b", "x 1; x 1; z 1"),
                                  "attributes:\n  a: {role: quasi-identifying}\n"
                                  "  b: {role: quasi-identifying}\nprivacy: {k-anonymity: 2}\n"
                                  "patterns: {max-stars: 1}\n");
    EXPECT_THROW(static_cast<void>(make_method(find_method("mondrian"), problem, {})), Error);
    EXPECT_EQ(methods_to_try(problem).front().info->name, "pattern-greedy");
}

}  // namespace
}  // namespace kanon::test
