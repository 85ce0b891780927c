// SPDX-License-Identifier: Apache-2.0
// Distinct rows with their counts must look like the table that they stand for.
#include "support/counted_rows.hpp"

#include "kanon/base/random.hpp"
#include "kanon/profile/column_profile.hpp"
#include "kanon/profile/persons.hpp"
#include "kanon/profile/sets/dependence.hpp"
#include "kanon/profile/sets/separation.hpp"
#include "kanon/table/row_order.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace kanon::profile {
namespace {

/// Columns of so many values each, the last one told by some values of the first.
test::CountedRows drawn(std::size_t rows, std::array<std::uint64_t, 3> values, unsigned seed) {
    Random random(seed);
    std::array<std::vector<std::string>, 4> cells;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t j = 0; j < values.size(); ++j) {
            const std::uint64_t value = random.below(values[j]);
            cells[j].push_back(value == 0 ? "?" : "v" + std::to_string(value));
        }
        const bool told = cells[0].back().size() == 2 && cells[0].back() < "v4";
        cells[3].push_back("t" + (told ? cells[0].back() : std::to_string(random.below(3))));
    }
    const Table table({test::column_of("a", cells[0]),
                       test::column_of("patient_id", cells[1]),
                       test::column_of("c", cells[2]),
                       test::column_of("d", cells[3])},
                      rows);
    return test::counted_rows(table);
}

TEST(CountedRows, ColumnsAndPersonsLookLikeTheirRows) {
    const test::CountedRows some = drawn(3000, {40, 9, 5}, 1);
    const Table all = repeated(some.table, some.counts);
    ASSERT_LT(some.table.row_count(), all.row_count());
    for (std::size_t j = 0; j < all.column_count(); ++j) {
        const ColumnProfile one = profile_of(some.table.column(j), some.counts);
        const ColumnProfile other = profile_of(all.column(j));
        EXPECT_EQ(one.spread.rows, other.spread.rows);
        EXPECT_EQ(one.spread.missing_rows, other.spread.missing_rows);
        EXPECT_EQ(one.spread.most_rows, other.spread.most_rows);
        EXPECT_EQ(one.spread.unique_share, other.spread.unique_share);
        EXPECT_EQ(one.spread.rare_share, other.spread.rare_share);
        EXPECT_EQ(one.reason, other.reason);
    }
    const auto person = find_person_column(some.table, some.counts);
    const auto expected = find_person_column(all);
    ASSERT_EQ(person.has_value(), expected.has_value());
    ASSERT_TRUE(person);
    EXPECT_EQ(person->rows, expected->rows);
    EXPECT_EQ(person->persons, expected->persons);
}

TEST(CountedRows, CombinationsAreCountedOrEstimatedAsOfTheirRows) {
    const test::CountedRows some = drawn(20'000, {60, 30, 5}, 2);
    const Table all = repeated(some.table, some.counts);
    const std::array<std::size_t, 3> columns{0, 1, 2};
    for (const std::uint64_t most : {std::uint64_t{1} << 20U, std::uint64_t{4000}}) {
        const RareRows rare =
            rare_rows_of(some.table, columns, 4, {.rows = most, .counts = some.counts});
        const RareRows expected = rare_rows_of(all, columns, 4, {.rows = most});
        EXPECT_EQ(rare.rows, expected.rows);
        EXPECT_EQ(rare.is_exact, expected.is_exact);
        const SeparatingSet set =
            separation_of(some.table, columns, {.rows = most, .counts = some.counts});
        const SeparatingSet other = separation_of(all, columns, {.rows = most});
        EXPECT_EQ(set.unique_rows, other.unique_rows);
        EXPECT_EQ(set.distinction, other.distinction);
        EXPECT_EQ(set.separation, other.separation);
    }
}

TEST(CountedRows, TellTheSameDependences) {
    // More rows than are sampled.
    for (const std::size_t rows : {std::size_t{2000}, std::size_t{150'000}}) {
        const test::CountedRows some = drawn(rows, {8, 4, 3}, 3);
        const Table all = repeated(some.table, some.counts);
        DependenceSearch search{.known = {0, 1}, .shown = {2, 3}, .least_share = 0.05};
        const std::vector<Dependence> expected = find_dependences(all, search);
        search.counts = some.counts;
        const std::vector<Dependence> found = find_dependences(some.table, search);
        ASSERT_EQ(found.size(), expected.size());
        EXPECT_FALSE(found.empty());
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_EQ(found[i].column, expected[i].column);
            EXPECT_EQ(found[i].from, expected[i].from);
            EXPECT_EQ(found[i].disclosed_rows, expected[i].disclosed_rows);
        }
    }
}

}  // namespace
}  // namespace kanon::profile
