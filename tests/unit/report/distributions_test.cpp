// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/distributions.hpp"

#include "support.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace kanon {
namespace {

using Lines = std::vector<std::string>;

/// `label: figure` of each bar.
Lines lines(const std::vector<Bar>& bars) {
    Lines out;
    for (const Bar& bar : bars) {
        out.push_back(bar.label + ": " + bar.figure);
    }
    return out;
}

/// Two columns of cells: quasi-identifier `q`, sensitive `s`.
Table two_columns(const Lines& q, const Lines& s) {
    return Table({test::column_of("q", q), test::column_of("s", s)}, q.size());
}

std::string policy_of(const std::string& q, const std::string& rest) {
    return "attributes:\n  q: {role: quasi-identifying, " + q +
           "}\n  s: {role: sensitive}\nprivacy: {k-anonymity: 2}\nmethod: optimal\n" + rest;
}

Distribution distribution_of(const Result& result, std::size_t place) {
    const std::vector<Distribution> all = distributions(record_of(result));
    EXPECT_EQ(all.size(), 2U);
    return all.at(place);
}

Lines repeated(const std::string& text, std::size_t times) {
    Lines cells;
    cells.assign(times, text);
    return cells;
}

TEST(Distributions, PoolSuppressedRowsWithoutTheirValues) {
    for (const std::string rows : {"star", "drop"}) {
        const auto result = test::anonymized(
            two_columns({"a", "a", "lone", "b", "b", "b"},
                        {"flu", "flu", "flu", "cold", "flu", "flu"}),
            policy_of("hierarchy: flat", "suppression: {max: 1, rows: " + rows + "}\n"));
        ASSERT_EQ(result->audit.measures.suppressed_rows, 1U);
        const Distribution q = distribution_of(*result, 0);
        const Lines expected{"b: 3", "a: 2", "(suppressed rows): 1"};
        EXPECT_EQ(lines(q.before), expected) << rows;
        EXPECT_EQ(lines(q.after), expected) << rows;
        EXPECT_TRUE(q.before.back().pooled);
        const Distribution s = distribution_of(*result, 1);
        EXPECT_EQ(s.kind, Distribution::After::unchanged);
        const Lines diseases{"flu: 4", "other (1 value): 1", "(suppressed rows): 1"};
        EXPECT_EQ(lines(s.before), diseases) << rows;
        EXPECT_EQ(lines(s.after), diseases) << rows;
    }
}

/// As after a job that writes no report.
TEST(Distributions, AreTheSameWhereTheRecordHasNoClasses) {
    const auto result =
        test::anonymized(two_columns({"a", "a", "lone", "b", "b"}, {"x", "y", "x", "x", "x"}),
                         policy_of("hierarchy: flat", "suppression: {max: 1}\n"));
    ASSERT_TRUE(result->whole().classes);
    const Lines expected{"a: 2", "b: 2", "(suppressed rows): 1"};
    EXPECT_EQ(lines(distribution_of(*result, 0).after), expected);
    result->whole().classes.reset();
    EXPECT_EQ(lines(distribution_of(*result, 0).after), expected);
}

TEST(Distributions, FollowTheRowsThatAReleaseClaims) {
    const auto result =
        test::anonymized(two_columns({"a", "lone", "a", "b", "b"}, {"x", "y", "x", "x", "x"}),
                         policy_of("hierarchy: flat", "suppression: {max: 1, rows: drop}\n"));
    const std::vector<std::uint32_t> claimed = result->whole().release.original_row;
    ASSERT_EQ(claimed, (std::vector<std::uint32_t>{0, 2, 3, 4}));
    const Lines before = lines(distribution_of(*result, 0).before);
    result->whole().release.original_row = {4, 3, 2, 0};
    EXPECT_EQ(lines(distribution_of(*result, 0).before), before);
}

TEST(Distributions, CountStarsOfAWholeColumnAsSuppressed) {
    const auto result = test::anonymized(two_columns({"a", "a", "a"}, {"x", "x", "x"}),
                                         policy_of("hierarchy: flat", ""));
    test::suppress_all(*result);
    ASSERT_TRUE(result->audit.passed);
    ASSERT_EQ(result->audit.measures.released_rows, 0U);
    EXPECT_EQ(lines(distribution_of(*result, 0).before), (Lines{"(suppressed rows): 3"}));
    EXPECT_EQ(lines(distribution_of(*result, 1).after), (Lines{"(suppressed rows): 3"}));
}

TEST(Distributions, PoolWhatTooFewPersonsHold) {
    const auto result = test::anonymized(
        test::table_of("id q s", "1 a x; 1 a x; 1 a x; 2 b x; 3 b x; 4 c x; 4 c x; 5 d x"),
        "attributes:\n  q: {role: quasi-identifying, hierarchy: {tree: {\"*\": [{ac: [a, c]}, {bd: "
        "[b, d]}]}}}\n  s: {role: sensitive}\nperson: id\nprivacy: {k-anonymity: 2}\n"
        "method: optimal\n");
    EXPECT_EQ(lines(distribution_of(*result, 0).before), (Lines{"b: 2", "other (3 values): 6"}));
    EXPECT_EQ(lines(distribution_of(*result, 0).after), (Lines{"ac: 5", "bd: 3"}));
}

TEST(Distributions, NameMissingValues) {
    const auto result = test::anonymized(two_columns({"?", "?", "a", "a"}, {"x", "x", "?", "?"}),
                                         policy_of("hierarchy: flat", ""));
    const Distribution q = distribution_of(*result, 0);
    EXPECT_EQ(lines(q.before), (Lines{"a: 2", "(missing): 2"}));
    EXPECT_EQ(lines(q.after), (Lines{"a: 2", "(missing): 2"}));
}

TEST(Distributions, ShowOneValue) {
    const auto result = test::anonymized(two_columns(repeated("7", 3), repeated("x", 3)),
                                         policy_of("hierarchy: flat", ""));
    EXPECT_EQ(lines(distribution_of(*result, 0).before), (Lines{"7: 3"}));
    EXPECT_EQ(lines(distribution_of(*result, 0).after), (Lines{"7: 3"}));
}

TEST(Distributions, OrderNumbersBySizeAndTextsByRows) {
    const auto numbers =
        test::anonymized(two_columns({"9", "9", "10", "10", "10"}, repeated("x", 5)),
                         policy_of("hierarchy: flat", ""));
    EXPECT_EQ(lines(distribution_of(*numbers, 0).before), (Lines{"9: 2", "10: 3"}));
    EXPECT_EQ(lines(distribution_of(*numbers, 0).after), (Lines{"9: 2", "10: 3"}));
    const auto texts = test::anonymized(two_columns({"a", "a", "b", "b", "b"}, repeated("x", 5)),
                                        policy_of("hierarchy: flat", ""));
    EXPECT_EQ(lines(distribution_of(*texts, 0).before), (Lines{"b: 3", "a: 2"}));
}

/// 100 rows with the values 0 .. 99 and one far out.
Lines hundred_and_one() {
    Lines cells;
    for (int i = 0; i < 100; ++i) {
        cells.push_back(std::to_string(i));
    }
    cells.emplace_back("987654");
    return cells;
}

TEST(Distributions, BinNumbersAlikeOnBothSides) {
    const auto result =
        test::anonymized(two_columns(hundred_and_one(), repeated("x", 101)),
                         "attributes:\n  q: {role: quasi-identifying}\n  s: {role: sensitive}\n"
                         "privacy: {k-anonymity: 2}\nmethod: mondrian\n");
    const Distribution q = distribution_of(*result, 0);
    EXPECT_EQ(q.kind, Distribution::After::spread);
    ASSERT_EQ(q.before.size(), q.after.size());
    EXPECT_EQ(q.before.front().label, "0 to 9");
    EXPECT_EQ(q.before.front().figure, "10");
    EXPECT_EQ(q.before.back().label, "100 and above");
    EXPECT_EQ(q.before.back().figure, "fewer than 2") << "one row is not told";
    for (std::size_t i = 0; i < q.before.size(); ++i) {
        EXPECT_EQ(q.before[i].label, q.after[i].label);
    }
    double rows = 0;
    for (const Bar& bar : q.after) {
        rows += bar.size;
    }
    EXPECT_NEAR(rows, 101, 2);
}

TEST(Distributions, BinDates) {
    Lines cells;
    for (int month = 1; month <= 12; ++month) {
        for (const char* day : {"03", "17"}) {
            cells.push_back("2023-" + std::string(month < 10 ? "0" : "") + std::to_string(month) +
                            "-" + day);
        }
    }
    const auto result =
        test::anonymized(two_columns(cells, repeated("x", cells.size())),
                         "attributes:\n  q: {role: quasi-identifying}\n  s: {role: sensitive}\n"
                         "privacy: {k-anonymity: 2}\nmethod: mondrian\n");
    const Distribution q = distribution_of(*result, 0);
    EXPECT_EQ(q.before.front().label, "2023-01");
    EXPECT_EQ(q.before.size(), 12U);
}

TEST(Distributions, HoldAtMostAFewBars) {
    Lines cells;
    for (int value = 0; value < 300; ++value) {
        cells.insert(cells.end(), 2, "v" + std::to_string(value));
    }
    const auto result = test::anonymized(two_columns(cells, repeated("x", cells.size())),
                                         policy_of("hierarchy: flat", ""));
    const Distribution q = distribution_of(*result, 0);
    ASSERT_EQ(q.before.size(), kMostBars + 1);
    EXPECT_EQ(q.before.back().label, "other (286 values)");
    EXPECT_EQ(q.before.back().figure, "572");
}

}  // namespace
}  // namespace kanon
