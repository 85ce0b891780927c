// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/counted_rows.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/count_text.hpp"
#include "kanon/base/error.hpp"
#include "kanon/table/row_order.hpp"
#include "kanon/table/table_builder.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace kanon::engine {
namespace {

/// `q0, q1, ...`: names that no column of the user's has within the query.
std::string place_names(std::size_t columns) {
    std::string out;
    for (std::size_t column = 0; column < columns; ++column) {
        out += (column == 0 ? "q" : ", q") + std::to_string(column);
    }
    return out;
}

std::string counting_query(const Dialect& dialect,
                           const SourceAddress& address,
                           std::span<const std::string> columns) {
    std::string texts;
    for (std::size_t column = 0; column < columns.size(); ++column) {
        texts += (column == 0 ? "" : ", ") +
                 text_of(dialect, quoted_name(dialect, columns[column])) + " AS q" +
                 std::to_string(column);
    }
    const std::string names = place_names(columns.size());
    return "SELECT " + names + ", count(*) FROM (SELECT " + texts + " FROM " +
           from_clause(dialect, address) + ") kanon_texts GROUP BY " + names;
}

void sort_rows(CountedRows& counted) {
    const std::vector<std::uint32_t> order = order_by_codes(counted.table);
    std::vector<std::uint64_t> counts(order.size());
    std::transform(order.begin(), order.end(), counts.begin(), [&](std::uint32_t row) {
        return counted.counts[row];
    });
    counted.table = reordered(counted.table, order);
    counted.counts = std::move(counts);
}

void require_rows(const CountedRows& counted) {
    if (counted.counts.empty()) {
        throw Error(ErrorCode::bad_input, "the table has no rows");
    }
}

}  // namespace

std::string from_clause(const Dialect& dialect, const SourceAddress& address) {
    if (!address.query.empty()) {
        return "(" + address.query + ") kanon_query";
    }
    const std::string table = quoted_name(dialect, address.table);
    return address.schema.empty() ? table : quoted_name(dialect, address.schema) + "." + table;
}

std::uint64_t row_count_of(const Cell& cell) {
    std::uint64_t count = 0;
    const std::string_view text = cell.value_or("");
    const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (fault != std::errc{} || stop != text.data() + text.size()) {
        throw Error(ErrorCode::bad_input, "the engine gives a count that is no number of rows");
    }
    return count;
}

CountedRows count_rows(Connection& connection,
                       const SourceAddress& address,
                       std::span<const std::string> columns,
                       std::uint64_t most) {
    KANON_CHECK(!columns.empty());
    std::vector<ColumnBuilder> builders;
    for (const std::string& column : columns) {
        builders.emplace_back(column);
    }
    CountedRows out;
    const auto take = [&](std::span<const Cell> cells) {
        if (out.counts.size() == most) {
            throw Error(ErrorCode::bad_input,
                        "there are more than " + count_text(most, "distinct row") +
                            " of these columns, which is all that there is room for");
        }
        for (std::size_t column = 0; column < builders.size(); ++column) {
            ColumnBuilder& builder = builders[column];
            builder.append(cells[column] ? builder.code_of(*cells[column])
                                         : builder.code_of_missing());
        }
        out.counts.push_back(row_count_of(cells[builders.size()]));
        out.rows += out.counts.back();
    };
    connection.query(counting_query(connection.dialect(), address, columns), take);
    require_rows(out);
    TableBuilder table;
    for (ColumnBuilder& builder : builders) {
        table.add(std::move(builder));
    }
    out.table = table.finish();
    sort_rows(out);
    return out;
}

}  // namespace kanon::engine
