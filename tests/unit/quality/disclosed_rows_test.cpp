// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/disclosed_rows.hpp"

#include "kanon/base/random.hpp"
#include "kanon/table/row_types.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>

namespace kanon {
namespace {

std::vector<DisclosedRows> disclosed(const Table& original,
                                     const Table& released,
                                     unsigned threads = 1) {
    const std::array attributes{RecodedAttribute{.column = 0}};
    const std::size_t never = released.row_count() + 1;
    const ReleasedClasses classes(original, released, attributes, {never, never}, threads);
    return count_disclosed_rows(
        classes, released, std::array<std::string, 2>{"illness", "age"}, threads);
}

TEST(DisclosedRows, AreThoseOfClassesWithOneValue) {
    const Table table = test::table_of("age illness", "1 flu; 1 flu; 2 flu; 2 cold; 3 ?; 3 ?");
    const std::vector<DisclosedRows> found = disclosed(table, table);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].column, "illness");
    EXPECT_EQ(found[1].column, "age");
    EXPECT_EQ(found[0].rows, 2U) << "two values tell none, and a missing one is none";
}

TEST(DisclosedRows, SuppressedRowsShowNothing) {
    const Table table = test::table_of("age illness", "1 flu; 1 flu; 2 flu; 2 flu");
    const Table released = test::table_of("age illness", "1 flu; 1 flu; * *; * *");
    EXPECT_EQ(disclosed(table, released)[0].rows, 2U);
}

TEST(DisclosedRows, AreCountedAsOneByOne) {
    Random random(11);
    std::string rows;
    std::map<std::string, std::set<std::string>> values;
    std::map<std::string, std::uint64_t> counts;
    for (std::size_t row = 0; row < kParallelRows + 100; ++row) {  // fewer are for one thread
        const std::string age = std::to_string(random.below(20'000));
        const std::string illness = "i" + std::to_string(random.below(3));
        rows.append(row > 0 ? "; " : "").append(age).append(" ").append(illness);
        values[age].insert(illness);
        ++counts[age];
    }
    std::uint64_t expected = 0;
    for (const auto& [age, illnesses] : values) {
        expected += illnesses.size() == 1 ? counts[age] : 0;
    }
    const Table table = test::table_of("age illness", rows);
    EXPECT_GT(expected, 0U);
    EXPECT_EQ(disclosed(table, table)[0].rows, expected);
    const std::vector<DisclosedRows> shared = disclosed(table, table, 2);
    EXPECT_EQ(shared[0].rows, expected);
    EXPECT_EQ(shared[1].rows, table.row_count()) << "a class has one age";
}

}  // namespace
}  // namespace kanon
