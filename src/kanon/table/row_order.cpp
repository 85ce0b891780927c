// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/row_order.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>

namespace kanon {
namespace {

std::shared_ptr<const Column> reordered(const Column& column,
                                        std::span<const std::uint32_t> order) {
    auto out = std::make_shared<Column>();
    out->name = column.name;
    out->dictionary = column.dictionary;
    out->storage_type = column.storage_type;
    out->codes = CodeVector(order.size(), column.dictionary->size());
    column.codes.visit([&](const auto from) {
        out->codes.visit_mutable([&](const auto to) {
            using Narrow = std::remove_cvref_t<decltype(to[0])>;
            for (std::size_t row = 0; row < order.size(); ++row) {
                to[row] = static_cast<Narrow>(from[order[row]]);
            }
        });
    });
    return out;
}

}  // namespace

Table reordered(const Table& table, std::span<const std::uint32_t> order) {
    std::vector<std::shared_ptr<const Column>> columns;
    columns.reserve(table.column_count());
    for (std::size_t index = 0; index < table.column_count(); ++index) {
        columns.push_back(reordered(table.column(index), order));
    }
    return {std::move(columns), order.size()};
}

Table repeated(const Table& table, std::span<const std::uint64_t> counts) {
    KANON_CHECK(counts.size() == table.row_count());
    std::uint64_t left = Table::kMostRows;
    for (const std::uint64_t count : counts) {
        if (count > left) {
            throw Error(ErrorCode::bad_input,
                        "rows are counted more often than a table can have rows (" +
                            std::to_string(Table::kMostRows) + ")");
        }
        left -= count;
    }
    std::vector<std::uint32_t> order;
    order.reserve(Table::kMostRows - left);
    for (std::uint32_t row = 0; row < counts.size(); ++row) {
        order.insert(order.end(), counts[row], row);
    }
    return reordered(table, order);
}

std::vector<std::uint32_t> order_by_codes(const Table& table) {
    std::vector<std::uint32_t> order(table.row_count());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
        for (std::size_t column = 0; column < table.column_count(); ++column) {
            const CodeVector& codes = table.column(column).codes;
            if (codes[a] != codes[b]) {
                return codes[a] < codes[b];
            }
        }
        return false;
    });
    return order;
}

}  // namespace kanon
