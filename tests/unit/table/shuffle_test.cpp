// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/shuffle.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace kanon {
namespace {

using Pairs = std::map<std::pair<std::string, std::string>, int>;

Table shuffled_by(const Table& table, std::optional<std::uint64_t> seed) {
    SecretRandom random(seed);
    return shuffled(table, random);
}

Pairs rows_of(const Table& table) {
    Pairs out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        ++out[{std::string(table.column(0).text(row)), std::string(table.column(1).text(row))}];
    }
    return out;
}

TEST(Shuffle, KeepsEachRowWhole) {
    const Table table = test::table_of("a b", "1 x; 2 y; 3 z; 3 z; ? x; 5 ?; 6 q; 7 r");
    const Table mixed = shuffled_by(table, 1);
    EXPECT_EQ(rows_of(table), rows_of(mixed));
    EXPECT_EQ(mixed.names(), table.names());
}

TEST(Shuffle, CannotBeRepeatedButWhereATestFixesIt) {
    std::string rows;
    for (int i = 0; i < 200; ++i) {
        rows += std::to_string(i) + ";";
    }
    const Table table = test::table_of("a", rows);
    const auto order = [&](std::optional<std::uint64_t> seed) {
        std::string out;
        const Table mixed = shuffled_by(table, seed);
        for (std::size_t row = 0; row < mixed.row_count(); ++row) {
            out += std::string(mixed.column(0).text(row)) + " ";
        }
        return out;
    };
    EXPECT_EQ(order(1), order(1));
    EXPECT_NE(order(1), order(2));
    EXPECT_NE(order(std::nullopt), order(std::nullopt));
}

TEST(Shuffle, PutsEachRowAnywhere) {
    const Table table = test::table_of("a", "0; 1; 2");
    std::map<std::string, int> first;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        ++first[std::string(shuffled_by(table, seed).column(0).text(0))];
    }
    for (const auto& [value, count] : first) {
        EXPECT_NEAR(count, 1000, 150) << value;
    }
}

}  // namespace
}  // namespace kanon
