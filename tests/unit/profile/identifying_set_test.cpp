// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/sets/identifying_set.hpp"

#include "kanon/base/random.hpp"
#include "kanon/profile/sets/hitting_set.hpp"
#include "kanon/profile/sets/refining_set.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace kanon::profile {
namespace {

using Columns = std::vector<std::size_t>;

IdentifyingSearch over(const Table& table) {
    IdentifyingSearch search;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        search.columns.push_back(j);
    }
    return search;
}

/// Rows, by number, that no other row equals in some columns, compared one by one.
std::set<std::size_t> alone_in(const Table& table, std::uint64_t columns) {
    std::map<std::vector<Code>, std::vector<std::size_t>> rows;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        std::vector<Code> key;
        for (std::size_t column = 0; column < table.column_count(); ++column) {
            if ((columns >> column & 1U) != 0) {
                key.push_back(table.column(column).codes[row]);
            }
        }
        rows[key].push_back(row);
    }
    std::set<std::size_t> alone;
    for (const auto& [key, members] : rows) {
        if (members.size() == 1) {
            alone.insert(members[0]);
        }
    }
    return alone;
}

std::size_t fewest_by_force(const Table& table) {
    const std::uint64_t sets = std::uint64_t{1} << table.column_count();
    const std::set<std::size_t> wanted = alone_in(table, sets - 1);
    std::size_t fewest = table.column_count();
    for (std::uint64_t columns = 0; columns < sets; ++columns) {
        if (alone_in(table, columns) == wanted) {
            fewest = std::min(fewest, static_cast<std::size_t>(std::popcount(columns)));
        }
    }
    return wanted.empty() ? 0 : fewest;
}

std::uint64_t as_bits(const Columns& columns) {
    std::uint64_t bits = 0;
    for (const std::size_t column : columns) {
        bits |= std::uint64_t{1} << column;
    }
    return bits;
}

Table random_table(std::size_t rows, std::size_t columns, std::uint64_t values, Random& random) {
    std::vector<std::shared_ptr<const Column>> out;
    for (std::size_t j = 0; j < columns; ++j) {
        const std::uint64_t domain = 2 + random.below(values);
        std::vector<std::string> cells;
        for (std::size_t row = 0; row < rows; ++row) {
            cells.push_back(std::to_string(random.below(domain)));
        }
        out.push_back(test::column_of("c" + std::to_string(j), cells));
    }
    return {out, rows};
}

TEST(IdentifyingSet, IsTheLeastByForce) {
    Random random(5);
    std::set<std::size_t> sizes;
    for (int round = 0; round < 200; ++round) {
        SCOPED_TRACE(round);
        const Table table =
            random_table(2 + random.below(40), 1 + random.below(9), 1 + random.below(4), random);
        IdentifyingSearch search = over(table);
        search.sampled_rows = 8;
        const IdentifyingSet found = find_identifying_set(table, search);
        const std::uint64_t all = (std::uint64_t{1} << table.column_count()) - 1;
        ASSERT_EQ(found.unique_rows, alone_in(table, all).size());
        ASSERT_EQ(found.columns.size(), fewest_by_force(table));
        ASSERT_TRUE(found.is_least());
        if (found.unique_rows > 0) {
            ASSERT_EQ(alone_in(table, as_bits(found.columns)), alone_in(table, all));
        }
        sizes.insert(found.columns.size());
    }
    EXPECT_GT(sizes.size(), 5U);
}

/// Columns a and b, and a and c, tell rows apart; b alone with c does not.
TEST(IdentifyingSet, RowsThatNothingSinglesOutNeedNotBeToldApart) {
    const Table table = test::table_of("a b c", "1 x p; 1 x p; 2 x p; 2 y p; 3 y q; 3 y q");
    const IdentifyingSet found = find_identifying_set(table, over(table));
    EXPECT_EQ(found.unique_rows, 2U);
    EXPECT_EQ(found.columns, (Columns{0, 1}));
    EXPECT_TRUE(found.is_least());
}

TEST(IdentifyingSet, NoRowAloneNoSet) {
    const Table table = test::table_of("a b", "1 x; 1 x; 2 y; 2 y");
    const IdentifyingSet found = find_identifying_set(table, over(table));
    EXPECT_EQ(found.unique_rows, 0U);
    EXPECT_TRUE(found.columns.empty());
    EXPECT_TRUE(find_identifying_set(test::table_of("a", ""), over(table)).columns.empty());
    EXPECT_TRUE(find_identifying_set(table, {}).columns.empty());
}

/// Without steps there is a set that is enough, of which no column can be left out, and a bound.
TEST(IdentifyingSet, IsEnoughWhereItIsNotProvenTheLeast) {
    Random random(9);
    bool open = false;
    for (int round = 0; round < 50; ++round) {
        SCOPED_TRACE(round);
        const Table table = random_table(60, 9, 2, random);
        const std::uint64_t all = (std::uint64_t{1} << table.column_count()) - 1;
        const std::size_t fewest = fewest_by_force(table);
        for (const std::uint64_t steps : {std::uint64_t{1}, std::uint64_t{3000}}) {
            IdentifyingSearch search = over(table);
            search.set_steps = steps;
            const IdentifyingSet found = find_identifying_set(table, search);
            EXPECT_LE(found.at_least, fewest);
            EXPECT_GE(found.columns.size(), fewest);
            const std::uint64_t bits = as_bits(found.columns);
            EXPECT_EQ(alone_in(table, bits), alone_in(table, all));
            for (const std::size_t column : found.columns) {
                EXPECT_NE(alone_in(table, bits & ~(std::uint64_t{1} << column)),
                          alone_in(table, all));
            }
            open = open || !found.is_least();
        }
    }
    EXPECT_TRUE(open);
}

/// More columns than a word has bits; each row differs from the first in one column of its own.
TEST(IdentifyingSet, TakesManyColumns) {
    constexpr std::size_t kColumns = 70;
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < kColumns; ++j) {
        std::vector<std::string> cells(kColumns + 1, "0");
        cells[j + 1] = "1";
        columns.push_back(test::column_of("c" + std::to_string(j), cells));
    }
    const Table table(columns, kColumns + 1);
    const IdentifyingSet found = find_identifying_set(table, over(table));
    EXPECT_EQ(found.columns.size(), kColumns);
    EXPECT_TRUE(found.is_least());
}

TEST(RefiningSet, LeavesEnoughRowsAloneAndNeedsEachColumn) {
    Random random(4);
    for (int round = 0; round < 60; ++round) {
        SCOPED_TRACE(round);
        const Table table = random_table(80, 8, 3, random);
        const std::size_t alone = alone_in(table, 255).size();
        const Columns found = find_refining_set(table, over(table).columns, alone - alone / 20);
        EXPECT_GE(alone_in(table, as_bits(found)).size(), alone - alone / 20);
        for (const std::size_t column : found) {
            EXPECT_LT(alone_in(table, as_bits(found) & ~(std::uint64_t{1} << column)).size(),
                      alone - alone / 20);
        }
    }
    const Table table = test::table_of("a b", "1 x; 1 y; 2 y; 2 y");
    EXPECT_EQ(find_refining_set(table, {0, 1}, 1), (Columns{1}));
    EXPECT_EQ(find_refining_set(table, {0, 1}, 4), (Columns{0, 1}));  // nothing leaves so many
}

TEST(HittingSets, KeepsOnlySetsThatAreNoPartOfOthers) {
    HittingSets sets(8);
    std::uint64_t steps = 1000;
    sets.add({0b0110}, steps);
    sets.add({0b1110}, steps);
    EXPECT_EQ(sets.size(), 1U);
    sets.add({0b0010}, steps);
    EXPECT_EQ(sets.size(), 1U);
    sets.add({0b1000}, steps);
    EXPECT_EQ(sets.size(), 2U);
    const HittingSets::Found found = sets.solve(steps);
    EXPECT_EQ(found.numbers, (std::vector<std::size_t>{1, 3}));
    EXPECT_TRUE(found.is_least);
}

TEST(HittingSets, AgreeWithBruteForce) {
    Random random(3);
    for (int round = 0; round < 300; ++round) {
        SCOPED_TRACE(round);
        const std::size_t numbers = 2 + random.below(9);
        HittingSets sets(numbers);
        std::vector<std::uint64_t> all;
        std::uint64_t steps = std::uint64_t{1} << 20U;
        for (std::uint64_t i = 0; i < 1 + random.below(25); ++i) {
            const std::uint64_t set = 1 + random.below((std::uint64_t{1} << numbers) - 1);
            all.push_back(set);
            sets.add({set}, steps);
        }
        std::size_t fewest = numbers;
        for (std::uint64_t chosen = 0; chosen < std::uint64_t{1} << numbers; ++chosen) {
            if (std::ranges::all_of(all, [&](std::uint64_t set) { return (set & chosen) != 0; })) {
                fewest = std::min(fewest, static_cast<std::size_t>(std::popcount(chosen)));
            }
        }
        const HittingSets::Found found = sets.solve(steps);
        ASSERT_TRUE(found.is_least);
        ASSERT_EQ(found.numbers.size(), fewest);
        ASSERT_EQ(sets.least_size(), fewest);
        const std::uint64_t chosen = as_bits(found.numbers);
        ASSERT_TRUE(
            std::ranges::all_of(all, [&](std::uint64_t set) { return (set & chosen) != 0; }));
    }
}

}  // namespace
}  // namespace kanon::profile
