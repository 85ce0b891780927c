// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/sets/separation.hpp"

#include "kanon/base/random.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

namespace kanon::profile {
namespace {

using Columns = std::vector<std::size_t>;

/// Rows of random codes; column j has `domains[j]` values.
Table random_table(std::size_t rows,
                   const std::vector<std::uint64_t>& domains,
                   std::uint64_t seed) {
    Random random(seed);
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < domains.size(); ++j) {
        std::vector<std::string> cells;
        for (std::size_t row = 0; row < rows; ++row) {
            cells.push_back(std::to_string(random.below(domains[j])));
        }
        columns.push_back(test::column_of("c" + std::to_string(j), cells));
    }
    return {columns, rows};
}

/// Rows that are alone with their values in the columns, one by one.
std::uint64_t counted_alone(const Table& table, const Columns& columns) {
    std::map<std::vector<Code>, std::uint64_t> rows;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        std::vector<Code> key;
        for (const std::size_t column : columns) {
            key.push_back(table.column(column).codes[row]);
        }
        ++rows[key];
    }
    std::uint64_t alone = 0;
    for (const auto& [key, count] : rows) {
        alone += count == 1 ? 1 : 0;
    }
    return alone;
}

SeparationSearch separations_over(const Table& table) {
    SeparationSearch search;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        search.columns.push_back(j);
    }
    return search;
}

TEST(Separation, CountsWhatASetTellsApart) {
    const Table table = test::table_of("a b", "1 x; 1 x; 1 y; 2 y");
    const SeparatingSet a = separation_of(table, Columns{0}, {.rows = 100});
    EXPECT_EQ(a.unique_rows, 1U);
    EXPECT_DOUBLE_EQ(a.distinction, 0.5);
    EXPECT_DOUBLE_EQ(a.separation, 0.5);  // three of six pairs agree
    const SeparatingSet both = separation_of(table, Columns{0, 1}, {.rows = 100});
    EXPECT_EQ(both.unique_rows, 2U);
    EXPECT_DOUBLE_EQ(both.distinction, 0.75);
    EXPECT_DOUBLE_EQ(both.separation, 5.0 / 6);
}

TEST(Separation, CountsTheRowsOfSmallGroups) {
    const Table table = test::table_of("a b", "1 x; 1 x; 1 y; 2 y; 2 y; 2 y");
    EXPECT_EQ(rare_rows_of(table, Columns{0}, 3, {}).rows, 0U);
    EXPECT_EQ(rare_rows_of(table, Columns{0, 1}, 3, {}).rows, 3U);
    EXPECT_TRUE(rare_rows_of(table, Columns{0, 1}, 3, {}).is_exact);
    const Table large = random_table(40'000, {90, 70}, 5);
    const RareRows all = rare_rows_of(large, Columns{0, 1}, 6, {.threads = 2});
    const RareRows part = rare_rows_of(large, Columns{0, 1}, 6, {.rows = 10'000});
    EXPECT_FALSE(part.is_exact);
    EXPECT_GT(all.rows, 9000U);
    EXPECT_NEAR(static_cast<double>(part.rows), static_cast<double>(all.rows), 1500);
}

TEST(Separation, CountsRowsThatComeOneByOneAsThoseOfATable) {
    const Table table = random_table(40'000, {90, 70, 3}, 5);
    for (const std::uint64_t counted : {std::uint64_t{10'000}, std::uint64_t{1} << 20U}) {
        RareRowCount count(table.row_count(), {0, 2}, counted);
        for (std::size_t row = table.row_count(); row-- > 0;) {
            count.add(std::array{table.column(0).codes[row], table.column(2).codes[row]}, 1);
        }
        const RareRows all = rare_rows_of(table, Columns{0, 2}, 150, {.rows = counted});
        EXPECT_EQ(count.rare_rows(150).rows, all.rows);
        EXPECT_EQ(count.rare_rows(150).is_exact, all.is_exact);
        EXPECT_GT(all.rows, 0U);
    }
}

/// By size: the most rows that any one to three of five columns tell apart.
std::map<std::size_t, std::uint64_t> best_of_each_size(const Table& table) {
    std::map<std::size_t, std::uint64_t> best;
    for (unsigned chosen = 1; chosen < 32; ++chosen) {
        Columns set;
        for (std::size_t column = 0; column < 5; ++column) {
            if ((chosen >> column & 1U) != 0) {
                set.push_back(column);
            }
        }
        if (set.size() <= 3) {
            best[set.size()] = std::max(best[set.size()], counted_alone(table, set));
        }
    }
    return best;
}

TEST(Separation, FindsTheBestSetOfEachSize) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Table table = random_table(200, {2, 5, 9, 3, 7}, seed);
        const std::vector<SeparatingSet> found =
            find_separating_sets(table, separations_over(table));
        const std::map<std::size_t, std::uint64_t> best = best_of_each_size(table);
        for (const SeparatingSet& set : found) {
            EXPECT_EQ(set.unique_rows, best.at(set.columns.size())) << seed;
            EXPECT_EQ(set.unique_rows, counted_alone(table, set.columns)) << seed;
        }
        ASSERT_FALSE(found.empty());
        EXPECT_EQ(found.back().columns.size(), 3U);
    }
}

TEST(Separation, AKeyEndsTheSearch) {
    const Table table = test::table_of("a b c", "1 x 1; 2 x 2; 3 y 3");
    const std::vector<SeparatingSet> found = find_separating_sets(table, separations_over(table));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].columns, Columns{0});
    EXPECT_EQ(found[0].unique_rows, 3U);
    EXPECT_DOUBLE_EQ(found[0].separation, 1);
}

TEST(Separation, FindsThreeColumnsOfWhichTwoLeaveNobodyAlone) {
    std::string rows;
    for (int row = 0; row < 1000; ++row) {
        rows += std::to_string(row % 10) + " " + std::to_string(row / 10 % 10) + " " +
                std::to_string(row / 100) + " s;";
    }
    const Table table = test::table_of("a b c d", rows);
    const std::vector<SeparatingSet> found = find_separating_sets(table, separations_over(table));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].columns, (Columns{0, 1, 2}));
    EXPECT_EQ(found[0].unique_rows, 1000U);
}

TEST(Separation, EstimatesFromWholeCombinationsWhereRowsAreMany) {
    const Table table = random_table(20000, {150, 150}, 7);
    const std::uint64_t all = counted_alone(table, {0, 1});
    const SeparatingSet estimated = separation_of(table, Columns{0, 1}, {.rows = 5000});
    EXPECT_NEAR(static_cast<double>(estimated.unique_rows), static_cast<double>(all), 600);
    EXPECT_NE(estimated.unique_rows, all);
}

TEST(Separation, DoesNotDependOnThreads) {
    const Table table = random_table(3000, {2, 11, 9, 7, 60, 50, 40}, 3);  // the last are the best
    SeparationSearch search = separations_over(table);
    search.row_visits = 1000;
    const auto one = find_separating_sets(table, search);
    search.threads = 3;
    const auto three = find_separating_sets(table, search);
    ASSERT_EQ(one.size(), three.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i].columns, three[i].columns);
        EXPECT_EQ(one[i].unique_rows, three[i].unique_rows);
    }
    const Table large = random_table(140'000, {300, 200}, 5);  // fewer are no work for two threads
    EXPECT_EQ(rare_rows_of(large, Columns{0, 1}, 3, {.threads = 2}).rows,
              rare_rows_of(large, Columns{0, 1}, 3, {}).rows);
}

TEST(Separation, ATableWithoutRowsHasNoSets) {
    const Table table = test::table_of("a b", "");
    EXPECT_TRUE(find_separating_sets(table, separations_over(table)).empty());
    EXPECT_TRUE(find_separating_sets(table, {}).empty());
}

}  // namespace
}  // namespace kanon::profile
