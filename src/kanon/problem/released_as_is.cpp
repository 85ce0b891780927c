// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/released_as_is.hpp"

#include "kanon/base/count_text.hpp"
#include "kanon/profile/spread.hpp"
#include "kanon/table/row_types.hpp"

#include <fmt/format.h>

#include <array>
#include <span>
#include <utility>

namespace kanon::detail {
namespace {

/// Rows of combinations that fewer than k rows, or persons, have.
std::uint64_t rare_rows(const Table& table,
                        std::span<const std::size_t> columns,
                        const AsIsColumns& as_is,
                        unsigned threads) {
    const std::vector<std::size_t> tracked =
        as_is.person ? std::vector{*as_is.person} : std::vector<std::size_t>{};
    const RowTypes types = make_row_types(table, columns, tracked, threads);
    std::uint64_t rare = 0;
    for (std::size_t type = 0; type < types.size(); ++type) {
        std::uint64_t holders = types.counts[type];
        if (as_is.person) {
            const std::vector<std::uint32_t>& offsets = types.histograms.front().offsets;
            holders = offsets[type + 1] - offsets[type];
        }
        rare += holders < as_is.k ? types.counts[type] : 0;
    }
    return rare;
}

/// The same of one column.
std::uint64_t rare_rows_of(const Table& table,
                           std::size_t column,
                           const AsIsColumns& as_is,
                           unsigned threads) {
    if (as_is.person) {
        return rare_rows(table, std::array{column}, as_is, threads);
    }
    std::uint64_t rare = 0;
    for (const std::uint64_t rows : profile::rows_of_codes(table.column(column))) {
        rare += rows < as_is.k ? rows : 0;
    }
    return rare;
}

/// `, 30,162 of them by 'charges' alone`: the column that by itself leaves most rows rare.
std::string worst_alone(const Table& table, const AsIsColumns& as_is, unsigned threads) {
    std::uint64_t most = 0;
    std::size_t worst = 0;
    for (const std::size_t column : as_is.columns) {
        const std::uint64_t rows = rare_rows_of(table, column, as_is, threads);
        if (rows > most) {
            most = rows;
            worst = column;
        }
    }
    return most == 0
               ? std::string()
               : fmt::format(
                     ", {} of them by '{}' alone", count_text(most), table.column(worst).name);
}

}  // namespace

std::vector<Warning> warnings_of_columns_as_they_are(const Table& table,
                                                     const AsIsColumns& as_is,
                                                     unsigned threads) {
    if (as_is.columns.empty()) {
        return {};
    }
    const std::uint64_t rare = rare_rows(table, as_is.columns, as_is, threads);
    if (rare == 0) {
        return {};
    }
    Warning out;
    out.code = "singles-out";
    for (const std::size_t column : as_is.columns) {
        out.columns.push_back(table.column(column).name);
    }
    const bool several = as_is.columns.size() > 1;
    out.text = fmt::format(
        "{} of {} rows share {} with fewer than {} {}{}",
        count_text(rare),
        count_text(table.row_count()),
        several ? "their values in the columns released as they are, all together,"
                : "their value in '" + out.columns.front() + "', which is released as it is,",
        as_is.k,
        as_is.person ? "persons" : "rows",
        several ? worst_alone(table, as_is, threads) : "");
    return {std::move(out)};
}

Warning warning_of_unknown_columns(std::vector<std::string> names) {
    Warning out;
    out.code = "unknown-roles";
    out.text = fmt::format(
        "neither name nor values tell what {} {}; for that, quasi-identifying or, "
        "where many rows would be singled out, withheld",
        count_text(names.size(), "column"),
        names.size() == 1 ? "is" : "are");
    out.columns = std::move(names);
    return out;
}

}  // namespace kanon::detail
