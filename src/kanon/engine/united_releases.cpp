// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/united_releases.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/gathered_rows.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace kanon::engine {
namespace {

/// `q0, q1, ...`
std::string released_columns(const WrittenRelease& release) {
    std::string out;
    for (std::size_t column = 0; column < release.columns.size(); ++column) {
        out += fmt::format("{}q{}", column == 0 ? "" : ", ", column);
    }
    return out;
}

/// The rows of tables one after the other; `of_each` is shown beside the columns.
std::string all_rows(std::span<const WrittenRelease> releases, std::string_view of_each) {
    std::string out;
    for (const WrittenRelease& release : releases) {
        out += fmt::format("{}SELECT {}{} FROM {}",
                           out.empty() ? "" : " UNION ALL ",
                           released_columns(release),
                           of_each,
                           release.table);
    }
    return out;
}

/// A row for each row of texts that is more often on one side than on the other.
std::string differences(const Dialect& dialect,
                        std::span<const WrittenRelease> releases,
                        const WrittenRelease& united) {
    std::string texts;
    for (std::size_t column = 0; column < united.columns.size(); ++column) {
        texts += fmt::format("{}{} AS t{}",
                             column == 0 ? "" : ", ",
                             key_of(dialect, fmt::format("q{}", column), {}),
                             column);
    }
    std::string grouped;
    for (std::size_t column = 0; column < united.columns.size(); ++column) {
        grouped += fmt::format("{}t{}", column == 0 ? "" : ", ", column);
    }
    return fmt::format(
        "SELECT {0} FROM (SELECT {1}, kanon_side FROM (SELECT {2}, 1 AS kanon_side FROM {3} UNION "
        "ALL {4}) kanon_both) kanon_texts GROUP BY {0} HAVING sum(kanon_side) <> 0",
        grouped,
        texts,
        released_columns(united),
        united.table,
        all_rows(releases, ", -1 AS kanon_side"));
}

}  // namespace

WrittenRelease unite_releases(PrivateTables& tables, std::span<const WrittenRelease> releases) {
    Connection& connection = tables.connection();
    WrittenRelease out;
    out.columns = releases.front().columns;
    out.has_keys = false;
    out.table = tables.make_of(fmt::format("SELECT {} FROM ({}) kanon_all ORDER BY {}",
                                           released_columns(out),
                                           all_rows(releases, ""),
                                           connection.dialect().random));
    std::uint64_t different = 0;
    connection.query(fmt::format("SELECT {} FROM ({}) kanon_differences",
                                 text_of(connection.dialect(), "count(*)"),
                                 differences(connection.dialect(), releases, out)),
                     [&](std::span<const Cell> cells) { different = row_count_of(cells.front()); });
    if (different != 0) {
        throw Error(ErrorCode::audit_failed,
                    "the release that was put together does not have the rows of its pieces, so "
                    "nothing was released; this is a fault of kanon or of the engine, please "
                    "report it");
    }
    for (const WrittenRelease& release : releases) {
        tables.drop(release.table);
    }
    return out;
}

}  // namespace kanon::engine
