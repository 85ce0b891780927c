// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/generate.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/generate/stays.hpp"
#include "kanon/release/recoding/recoding_view.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

std::string cells_in(const Result& result) {
    const Table& table = result.whole().release.table;
    std::string out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        for (std::size_t column = 0; column < table.column_count(); ++column) {
            out += std::string(table.column(column).text(row)) + ";";
        }
        out += "\n";
    }
    return out;
}

Policy policy_of(const std::string& method, double k) {
    Policy policy = stays_policy();
    policy.method = method;
    policy.privacy.clear();
    policy.privacy.push_back(
        {.model = "k-anonymity", .parameters = {{"k", k}}, .attribute = "", .kind = ""});
    return policy;
}

bool is_as_saved(const Result& result) {
    return std::ranges::any_of(result.outcome.stats,
                               [](const auto& stat) { return stat.first == "placed_as_saved"; });
}

std::unique_ptr<Result> applied(const Table& table, const Policy& policy, const std::string& text) {
    return apply_recoding(table, policy, text, "r.json", RunContext{});
}

/// A table of two columns of few values, so that some rows are alike.
Table alike(std::size_t rows, std::size_t values) {
    std::vector<std::vector<std::string>> cells(2);
    for (std::size_t row = 0; row < rows; ++row) {
        cells[0].push_back(std::to_string(row % values));
        cells[1].push_back(std::to_string(row * row / 3 % (values + 3)));
    }
    return Table({test::column_of("a", cells[0], ValueType::text),
                  test::column_of("b", cells[1], ValueType::text)},
                 rows);
}

class SameTableOf : public ::testing::TestWithParam<const char*> {};

TEST_P(SameTableOf, GetsTheSameRelease) {
    const Table table = generate_stays(2000, 5, 1);
    const Policy policy = policy_of(GetParam(), 3);
    const auto first = anonymize(table, policy, RunContext{});
    const std::string text = recoding_text(*first);
    const auto again = applied(table, policy, text);
    EXPECT_TRUE(is_as_saved(*again));
    EXPECT_TRUE(cells_in(*again) == cells_in(*first));
    EXPECT_TRUE(again->audit.passed);
    EXPECT_EQ(recoding_text(*again), text);
}

INSTANTIATE_TEST_SUITE_P(
    Methods,
    SameTableOf,
    ::testing::Values("mondrian", "best-split", "refine", "k-member", "pattern-greedy"));

TEST(SameTable, WithOneOtherCellIsPlacedAnew) {
    const Policy policy = policy_of("best-split", 3);
    const auto first = anonymize(generate_stays(2000, 5, 1), policy, RunContext{});
    Policy lenient = policy;
    lenient.suppression = SuppressionLimit::parse("100%");
    const auto other = applied(generate_stays(2000, 6, 1), lenient, recoding_text(*first));
    EXPECT_FALSE(is_as_saved(*other));
    EXPECT_TRUE(other->audit.passed);
}

TEST(SameTable, UnderAStrongerPromiseIsPlacedAnew) {
    const Table table = generate_stays(2000, 5, 1);
    const auto first = anonymize(table, policy_of("best-split", 3), RunContext{});
    Policy stronger = policy_of("best-split", 6);
    stronger.suppression = SuppressionLimit::parse("20%");
    const auto again = applied(table, stronger, recoding_text(*first));
    EXPECT_FALSE(is_as_saved(*again));
    EXPECT_TRUE(again->audit.passed);
}

TEST(SameTable, WithRowsInAnotherOrderGetsTheSameClasses) {
    const Table table = generate_stays(2000, 5, 1);
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        std::vector<std::string> cells;
        for (std::size_t row = table.row_count(); row-- > 0;) {
            cells.emplace_back(table.column(j).text(row));
        }
        columns.push_back(
            test::column_of(table.column(j).name, cells, table.column(j).dictionary->type()));
    }
    const Policy policy = policy_of("best-split", 3);
    const auto first = anonymize(table, policy, RunContext{});
    const auto again =
        applied(Table(std::move(columns), table.row_count()), policy, recoding_text(*first));
    EXPECT_TRUE(is_as_saved(*again));
}

TEST(SameTable, ThatCouldBeGuessedIsNotSealed) {
    const Table table = alike(12, 7);
    Policy policy = policy_of("best-split", 3);
    policy.attributes.clear();
    policy.attribute("a").role = Role::quasi_identifying;
    policy.attribute("b").role = Role::quasi_identifying;
    const auto first = anonymize(table, policy, RunContext{});
    EXPECT_EQ(recoding_text(*first).find("placement"), std::string::npos);
}

TEST(SameTable, RowsOfOneTypeInSeveralClassesStayThere) {
    const Table table = alike(2000, 40);
    Policy policy = policy_of("k-member", 6);
    policy.attributes.clear();
    policy.attribute("a").role = Role::quasi_identifying;
    policy.attribute("b").role = Role::quasi_identifying;
    const auto first = anonymize(table, policy, RunContext{});
    ASSERT_FALSE(view_of(first->outcome.recoding).shares.empty());
    const auto again = applied(table, policy, recoding_text(*first));
    EXPECT_TRUE(is_as_saved(*again));
    EXPECT_TRUE(cells_in(*again) == cells_in(*first));
    EXPECT_TRUE(again->audit.passed);
    // Whether the classes keep another promise was not looked at, so that rows are placed anew.
    Policy weaker = policy_of("k-member", 5);
    weaker.attributes = policy.attributes;
    const auto other = applied(table, weaker, recoding_text(*first));
    EXPECT_FALSE(is_as_saved(*other));
    EXPECT_TRUE(other->audit.passed);
}

TEST(SameTable, APlacementThatIsNoneIsPassedOver) {
    const Table table = generate_stays(1000, 5, 1);
    Policy policy = policy_of("mondrian", 3);
    policy.suppression = SuppressionLimit::parse("100%");
    std::string text = recoding_text(*anonymize(table, policy, RunContext{}));
    const std::size_t at = text.find("\"placement\": \"");
    ASSERT_NE(at, std::string::npos);
    const std::size_t begin = at + std::string("\"placement\": \"").size();
    for (const char* placement : {"", "AAAA", "no base 64", "\\u0000"}) {
        std::string changed = text;
        changed.replace(begin, text.find('"', begin) - begin, placement);
        const auto again = applied(table, policy, changed);
        EXPECT_FALSE(is_as_saved(*again)) << placement;
        EXPECT_TRUE(again->audit.passed);
    }
}

}  // namespace
}  // namespace kanon
