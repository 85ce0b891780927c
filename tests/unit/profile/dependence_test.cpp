// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/sets/dependence.hpp"

#include "kanon/base/random.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace kanon::profile {
namespace {

using Cells = std::vector<std::string>;

/// A region of 40, a colour that has nothing to do with it, the region's income (of six), and an
/// income that is the region's for a share of the rows.
Table regions(std::size_t rows, double share, std::uint64_t seed) {
    constexpr std::uint64_t kRegions = 40;
    constexpr std::uint64_t kIncomes = 6;
    Random random(seed);
    Cells region;
    Cells colour;
    Cells income;
    Cells half;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::uint64_t here = random.below(kRegions);
        region.push_back("r" + std::to_string(here));
        colour.push_back("c" + std::to_string(random.below(kIncomes)));
        income.push_back("i" + std::to_string(here % kIncomes));
        const bool follows = static_cast<double>(here) < share * kRegions;
        half.push_back("i" + std::to_string(follows ? here % kIncomes : random.below(kIncomes)));
    }
    return {{test::column_of("region", region),
             test::column_of("colour", colour),
             test::column_of("income", income),
             test::column_of("half", half)},
            rows};
}

/// Rows whose value in one column has one value beside it in another.
std::uint64_t counted(const Table& table, std::size_t from, std::size_t to) {
    std::map<Code, std::map<Code, std::uint64_t>> beside;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        ++beside[table.column(from).codes[row]][table.column(to).codes[row]];
    }
    std::uint64_t rows = 0;
    for (const auto& [code, values] : beside) {
        rows += values.size() == 1 ? values.begin()->second : 0;
    }
    return rows;
}

TEST(Dependence, FindsWhatFollowsAndCountsItsRows) {
    for (const std::size_t rows : {std::size_t{4000}, std::size_t{300'000}}) {
        const Table table = regions(rows, 0.5, rows);
        for (const unsigned threads : {1U, 2U}) {
            const std::vector<Dependence> found = find_dependences(
                table, {.known = {0, 1}, .shown = {2, 3}, .least_group = 5, .threads = threads});
            ASSERT_EQ(found.size(), 2U) << rows;
            EXPECT_EQ(found[0].column, 2U);
            EXPECT_EQ(found[0].from, 0U);
            EXPECT_EQ(found[0].disclosed_rows, rows);
            EXPECT_EQ(found[1].column, 3U);
            EXPECT_EQ(found[1].disclosed_rows, counted(table, 0, 3));
        }
    }
}

TEST(Dependence, LeavesAloneWhatChanceTells) {
    Random random(7);
    Cells key;
    Cells few;
    Cells lopsided;
    for (std::size_t row = 0; row < 5000; ++row) {
        key.push_back("k" + std::to_string(row / 5));
        few.push_back("v" + std::to_string(random.below(4)));
        lopsided.push_back(random.below(50) == 0 ? "yes" : "no");
    }
    const Table table({test::column_of("key", key),
                       test::column_of("few", few),
                       test::column_of("rare", lopsided)},
                      key.size());
    EXPECT_GT(counted(table, 0, 2), table.row_count() / 2);
    EXPECT_TRUE(find_dependences(table, {.known = {0}, .shown = {1, 2}, .least_group = 5}).empty());
    EXPECT_TRUE(find_dependences(table, {.known = {1}, .shown = {2}, .least_group = 5}).empty());
}

TEST(Dependence, OfFewRowsThanAGroupTellsNothing) {
    const Table table = test::table_of("a b", "1 x; 2 y; 3 z; 4 x");
    EXPECT_TRUE(find_dependences(table, {.known = {0}, .shown = {1}, .least_group = 2}).empty());
    EXPECT_TRUE(find_dependences(Table({}, 0), {.known = {}, .shown = {}}).empty());
    const Table constant = test::table_of("a b", "1 x; 1 x; 2 x; 2 x");
    EXPECT_TRUE(find_dependences(constant, {.known = {0}, .shown = {1}, .least_group = 2}).empty());
}

TEST(Dependence, AMissingValueIsOne) {
    const Table table = test::table_of("a b", "1 ?; 1 ?; 2 x; 2 x; 3 ?; 3 ?");
    const std::vector<Dependence> found =
        find_dependences(table, {.known = {0}, .shown = {1}, .least_group = 2});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].disclosed_rows, 6U);
}

/// What each value of a column tells of each of some, counted by somebody else.
std::vector<DeterminedValues> told_by_maps(const Table& table,
                                           std::size_t known,
                                           const std::vector<std::size_t>& shown) {
    const std::size_t values = table.column(known).dictionary->size();
    std::vector<DeterminedValues> out(shown.size());
    for (std::size_t place = 0; place < shown.size(); ++place) {
        out[place].rows.resize(values);
        out[place].value.assign(values, DeterminedValues::kUnseen);
        std::map<Code, std::map<Code, std::uint64_t>> beside;
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            ++beside[table.column(known).codes[row]][table.column(shown[place]).codes[row]];
        }
        for (const auto& [code, with] : beside) {
            out[place].value[code] =
                with.size() == 1 ? with.begin()->first : DeterminedValues::kSeveral;
            for (const auto& [value, rows] : with) {
                out[place].rows[code] += rows;
            }
        }
    }
    return out;
}

TEST(Dependence, IsTheSameWhereSomebodyElseCounts) {
    for (const double share : {0.1, 0.21, 0.5, 1.0}) {
        const Table table = regions(6000, share, 3);
        const DependenceSearch search{.known = {1, 0}, .shown = {2, 3}, .least_group = 5};
        const std::vector<Dependence> here = find_dependences(table, search);
        const std::vector<Dependence> there =
            find_dependences_among(table, search, [&](std::size_t known) {
                return told_by_maps(table, known, {2, 3});
            });
        ASSERT_EQ(here.size(), there.size()) << share;
        for (std::size_t i = 0; i < here.size(); ++i) {
            EXPECT_EQ(here[i].column, there[i].column);
            EXPECT_EQ(here[i].from, there[i].from);
            EXPECT_EQ(here[i].disclosed_rows, there[i].disclosed_rows);
        }
    }
}

/// Rows in an order with which evenly spaced ones keep in step: each fourth has the one known value
/// that tells nothing.
TEST(Dependence, IsFoundWhateverTheOrderOfTheRowsKeepsInStepWith) {
    constexpr std::size_t kRows = std::size_t{1} << 19U;
    std::vector<std::string> known(kRows);
    std::vector<std::string> shown(kRows);
    for (std::size_t row = 0; row < kRows; ++row) {
        const bool tells = row % 4 != 0;
        known[row] = tells ? "k" + std::to_string(row / 4 % 50) : "k";
        shown[row] = "v" + std::to_string(tells ? row / 4 % 50 % 7 : row / 4 % 7);
    }
    const Table table({test::column_of("known", known), test::column_of("shown", shown)}, kRows);
    const std::vector<Dependence> found =
        find_dependences(table, {.known = {0}, .shown = {1}, .least_group = 5});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].disclosed_rows, kRows / 4 * 3);
}

}  // namespace
}  // namespace kanon::profile
