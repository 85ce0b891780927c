// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/matching_rows.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace kanon {
namespace {

RowTypes types_of(const Table& table, std::size_t rows_from, std::size_t rows) {
    // Both tables share the dictionaries of one.
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        Column column = table.column(j);
        CodeVector codes(rows, column.dictionary->size());
        for (std::size_t row = 0; row < rows; ++row) {
            codes.set(row, table.column(j).codes[rows_from + row]);
        }
        column.codes = std::move(codes);
        columns.push_back(std::make_shared<const Column>(std::move(column)));
    }
    return make_row_types(Table(std::move(columns), rows), std::array<std::size_t, 2>{0, 1}, {}, 1);
}

TEST(MatchingRows, CountsThoseOfTheOtherTableWithTheSameValues) {
    const Table both = test::table_of("a b", "1 1; 2 2; 2 1; 9 9; 2 1; 1 1; 1 1; 5 5; 2 1");
    // Of the first four rows, by type: 1 1, 2 1, 2 2, 9 9.
    EXPECT_EQ(matching_rows(types_of(both, 0, 4), types_of(both, 4, 5)),
              (std::vector<std::uint32_t>{2, 2, 0, 0}));
    EXPECT_EQ(matching_rows(types_of(both, 4, 5), types_of(both, 0, 4)),
              (std::vector<std::uint32_t>{1, 1, 0}));
}

}  // namespace
}  // namespace kanon
