// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/counted_rows.hpp"

#include "kanon/base/error.hpp"
#include "kanon/table/row_order.hpp"
#include "kanon/table/table_builder.hpp"

#include <algorithm>
#include <utility>

namespace kanon::engine {
namespace {

bool are_alike(const Table& table, std::uint32_t a, std::uint32_t b) {
    for (std::size_t column = 0; column < table.column_count(); ++column) {
        const CodeVector& codes = table.column(column).codes;
        if (codes[a] != codes[b]) {
            return false;
        }
    }
    return true;
}

}  // namespace

CountedRows in_order(const Table& table, const std::vector<std::uint64_t>& counts) {
    CountedRows out;
    std::vector<std::uint32_t> firsts;
    for (const std::uint32_t row : order_by_codes(table)) {
        if (!firsts.empty() && are_alike(table, firsts.back(), row)) {
            out.counts.back() += counts[row];
        } else {
            firsts.push_back(row);
            out.counts.push_back(counts[row]);
        }
        out.rows += counts[row];
    }
    out.table = reordered(table, firsts);
    return out;
}

CountedRows count_rows(Connection& connection,
                       const SourceAddress& address,
                       std::span<const std::string> columns,
                       std::uint64_t most) {
    std::vector<WantedColumn> wanted;
    wanted.reserve(columns.size());
    for (const std::string& column : columns) {
        wanted.push_back({.name = column});
    }
    GatheredRows gathered = gather_rows(connection, address, wanted, {.most_distinct = most});
    if (gathered.rows == 0) {
        throw Error(ErrorCode::bad_input, "the table has no rows");
    }
    TableBuilder table;
    for (ColumnBuilder& builder : gathered.columns) {
        table.add(std::move(builder));
    }
    return in_order(table.finish(), gathered.counts);
}

}  // namespace kanon::engine
