// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/statistics.hpp"

#include "kanon/evaluate/pair_statistics.hpp"
#include "kanon/evaluate/regression.hpp"
#include "kanon/evaluate/value_bins.hpp"

#include "evaluate_cases.hpp"
#include <gtest/gtest.h>

#include <cmath>

namespace kanon {
namespace {

/// Three rows of 30 and one of 50, of which nothing is released but the zip.
test::EvaluateCase starred() {
    return {"age zip",
            "30 a; 30 a; 30 b; 50 b",
            test::kPatients,
            {{"age", {"*", "*", "*", "*"}}, {"zip", {"a", "a", "b", "b"}}}};
}

TEST(Statistics, AStarIsSpreadOverAllValues) {
    const std::vector<ColumnFigures> figures = column_figures(starred().table());
    const ColumnFigures& age = figures[0];
    EXPECT_DOUBLE_EQ(age.total_variation, 0.25);
    EXPECT_NEAR(age.hellinger, std::sqrt(1 - std::sqrt(0.75 * 0.5) - std::sqrt(0.25 * 0.5)), 1e-12);
    EXPECT_DOUBLE_EQ(*age.earth_mover, 0.25);
    EXPECT_DOUBLE_EQ(age.original->mean, 35);
    EXPECT_DOUBLE_EQ(age.release->mean, 40);
    EXPECT_DOUBLE_EQ(age.original->deviation, std::sqrt(75.0));
    EXPECT_DOUBLE_EQ(age.release->deviation, 10);
    EXPECT_DOUBLE_EQ(age.original->quantiles[3], 30);  // three quarters
    EXPECT_DOUBLE_EQ(age.release->quantiles[3], 50);
    EXPECT_DOUBLE_EQ(figures[1].hellinger, 0);
    EXPECT_FALSE(figures[1].earth_mover);
}

TEST(Statistics, AMeanCountsAsThatNumber) {
    const std::string policy =
        "attributes:\n"
        "  age: {role: quasi-identifying, recode: mean}\n"
        "  zip: {role: quasi-identifying, hierarchy: flat}\n"
        "method: mdav\n"
        "privacy: {k-anonymity: 2}\n";
    const test::EvaluateCase means(
        "age zip",
        "30 a; 33 a; 40 b; 50 b",
        policy,
        {{"age", {"31.5", "31.5", "45", "45"}}, {"zip", {"a", "a", "b", "b"}}});
    const ColumnFigures age = column_figures(means.table())[0];
    EXPECT_DOUBLE_EQ(age.release->mean, age.original->mean);
    EXPECT_NEAR(age.release->deviation, 6.75, 1e-9);  // half of what lies between the two means
}

TEST(Statistics, ACodedEndStandsForWhatWasCoded) {
    const std::string policy =
        "attributes:\n"
        "  age: {role: quasi-identifying, hierarchy: flat, top: 40}\n"
        "  zip: {role: quasi-identifying, hierarchy: flat}\n"
        "privacy: {k-anonymity: 2}\n";
    const test::EvaluateCase coded(
        "age zip",
        "30 a; 30 a; 40 b; 50 b",
        policy,
        {{"age", {"30", "30", "[40, inf)", "[40, inf)"}}, {"zip", {"a", "a", "b", "b"}}});
    const EvaluatedTable table = coded.table();
    EXPECT_EQ(table.dictionary(0).size(), 3U);  // as it was before
    const ColumnFigures age = column_figures(table)[0];
    EXPECT_DOUBLE_EQ(age.original->mean, 37.5);
    EXPECT_DOUBLE_EQ(age.release->mean, 37.5);
    EXPECT_DOUBLE_EQ(age.total_variation, 0);
}

TEST(Statistics, PairsOfColumnsAreTakenForIndependentWithinACell) {
    // Ages hang together with weights; within the classes that is lost.
    const test::EvaluateCase some("age zip",
                                  "1 1; 2 2; 3 3; 4 4",
                                  test::kPatients,
                                  {{"age", {"[1, 2]", "[1, 2]", "[3, 4]", "[3, 4]"}},
                                   {"zip", {"[1, 2]", "[1, 2]", "[3, 4]", "[3, 4]"}}});
    const std::vector<PairFigures> pairs = pair_figures(some.table(), {});
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_NEAR(*pairs[0].correlation_original, 1, 1e-12);
    // Covariance of the classes' middles 1, variance of the values 1.25.
    EXPECT_NEAR(*pairs[0].correlation_release, 0.8, 1e-12);
    // Four cells of a quarter against eight of an eighth.
    EXPECT_DOUBLE_EQ(pairs[0].total_variation, 0.5);
    EXPECT_NEAR(pairs[0].hellinger, std::sqrt(1 - 4 * std::sqrt(0.25 * 0.125)), 1e-12);
}

TEST(Statistics, IntervalsOverlapByTheirCommonPart) {
    const learn::Coefficient a{.value = 0, .error = 1};
    const learn::Coefficient b{.value = 1, .error = 1};
    EXPECT_NEAR(*interval_overlap(a, b), 2.92 / 3.92, 1e-12);
    EXPECT_DOUBLE_EQ(*interval_overlap(a, a), 1);
    const learn::Coefficient far{.value = 100, .error = 1};
    EXPECT_LT(*interval_overlap(a, far), 0);
}

TEST(ValueBins, PoolRareTextsAndKeepFrequentOnes) {
    const EvaluatedTable table = starred().table();
    const ValueBins numbers(table, 0, {.numbers = 2, .texts = 20});
    EXPECT_EQ(numbers.size(), 2U);
    EXPECT_EQ(numbers.largest(), 0U);
    const auto shares = numbers.shares(table.columns[0].spreads.back());
    ASSERT_EQ(shares.size(), 2U);
    EXPECT_DOUBLE_EQ(shares[1].second, 0.5);
}

}  // namespace
}  // namespace kanon
