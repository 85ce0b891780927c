// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/rows/duckdb_need.hpp"

#include "kanon/engine/rows/gathered_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon::engine {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;
constexpr std::uint64_t kOfReading = 24 * kMebibyte;
constexpr std::uint64_t kOfCell = 16;  ///< shorter texts stand in their cell
constexpr std::uint64_t kOfRow = 16;
/// Groups of a table that does not fit are spread over 128 parts, of each of which blocks of 256
/// KiB are held, one of rows and one of longer texts, by the counting and by the join before it.
constexpr std::uint64_t kOfParts = 160 * kMebibyte;

/// Bytes of texts that do not stand in their cell, of a row on average; rounded up.
std::uint64_t long_texts_of_row(Connection& connection,
                                const std::string& from,
                                std::span<const std::string> columns) {
    std::string sum;
    for (const std::string& column : columns) {
        const std::string text =
            fmt::format("CAST({} AS VARCHAR)", quoted_name(connection.dialect(), column));
        sum += fmt::format("{}CASE WHEN strlen({}) > 12 THEN strlen({}) ELSE 0 END",
                           sum.empty() ? "" : " + ",
                           text,
                           text);
    }
    std::uint64_t out = 0;
    connection.query(
        fmt::format("SELECT CAST(ceil(COALESCE(avg({}), 0)) AS BIGINT) FROM (SELECT * FROM {} "
                    "LIMIT 10000) kanon_rows",
                    sum,
                    from),
        [&](std::span<const Cell> cells) { out = row_count_of(cells.front()); });
    return out;
}

}  // namespace

std::uint64_t duckdb_bytes_for(Connection& connection,
                               const SourceAddress& address,
                               std::span<const std::string> columns) {
    const std::string from = from_clause(connection.dialect(), address);
    const std::uint64_t rows = count_of(connection, from);
    const std::uint64_t texts = long_texts_of_row(connection, from, columns);
    const std::uint64_t of_row = kOfRow + kOfCell * columns.size() + texts;
    return kOfReading + std::min(rows * of_row / 2 * 5, texts > 0 ? 2 * kOfParts : kOfParts);
}

}  // namespace kanon::engine
