// SPDX-License-Identifier: Apache-2.0
#include "support/counted_rows.hpp"

#include "kanon/table/row_order.hpp"

namespace kanon::test {
namespace {

bool are_alike(const Table& table, std::uint32_t a, std::uint32_t b) {
    for (std::size_t column = 0; column < table.column_count(); ++column) {
        if (table.column(column).codes[a] != table.column(column).codes[b]) {
            return false;
        }
    }
    return true;
}

}  // namespace

CountedRows counted_rows(const Table& table) {
    std::vector<std::uint32_t> first;
    std::vector<std::uint64_t> counts;
    for (const std::uint32_t row : order_by_codes(table)) {
        if (first.empty() || !are_alike(table, first.back(), row)) {
            first.push_back(row);
            counts.push_back(0);
        }
        ++counts.back();
    }
    return {.table = reordered(table, first), .counts = std::move(counts)};
}

Table with_repeats(const Table& table) {
    std::vector<std::uint32_t> rows;
    for (const std::uint32_t row : order_by_codes(table)) {
        rows.insert(rows.end(), row % 4 + 1, row);
    }
    return reordered(table, rows);
}

}  // namespace kanon::test
