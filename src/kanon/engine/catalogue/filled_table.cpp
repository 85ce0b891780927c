// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/catalogue/filled_table.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/catalogue/catalogue.hpp"
#include "kanon/engine/dialect/declared_types.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

namespace kanon::engine {
namespace {

/// The private table as its catalogue finds it.
SourceAddress address_of_private(const Dialect& dialect,
                                 const WrittenRelease& written,
                                 const SourceAddress& target) {
    SourceAddress out = target;
    out.table = named_table(dialect, written.table).name;
    return out;
}

/// How often each row of texts is in the one beyond the other, counted where that is not 0.
std::string difference(const Dialect& dialect,
                       const WrittenRelease& written,
                       const std::string& target) {
    std::string of_release;
    std::string of_target;
    std::string texts;
    for (std::size_t column = 0; column < written.columns.size(); ++column) {
        const std::string name = fmt::format("q{}", column);
        of_release += fmt::format("{} AS {}, ", text_of(dialect, name), name);
        of_target +=
            fmt::format("{}, ", text_of(dialect, quoted_name(dialect, written.columns[column])));
        texts += fmt::format("{}{}", column == 0 ? "" : ", ", name);
    }
    return fmt::format(
        "(SELECT {0} FROM (SELECT {1}1 AS kanon_one FROM {2} UNION ALL SELECT "
        "{3}-1 FROM {4}) kanon_rows GROUP BY {0} HAVING SUM(kanon_one) <> 0) "
        "kanon_unlike",
        texts,
        of_release,
        written.table,
        of_target,
        target);
}

}  // namespace

void check_types(Connection& connection,
                 const WrittenRelease& written,
                 const SourceAddress& target) {
    const auto catalogue = catalogue_of(connection, target);
    const std::vector<CatalogueColumn> there = catalogue->columns(target);
    const std::vector<CatalogueColumn> made =
        catalogue->columns(address_of_private(connection.dialect(), written, target));
    for (std::size_t column = 0; column < written.columns.size(); ++column) {
        const CatalogueColumn& of_table = there.at(column);
        const CatalogueColumn& of_release = made.at(column + 2);  // behind key and tuple
        const bool is_same =
            of_table.type == of_release.type || (of_table.is_text && of_release.is_text);
        if (!is_same) {
            throw Error(ErrorCode::usage,
                        fmt::format("--replace fills a table of the release's columns, and column "
                                    "{} is of type {} there and {} in the release; make them "
                                    "alike, or let --force make a new table",
                                    written.columns[column],
                                    of_table.type,
                                    of_release.type.empty() ? "text" : of_release.type),
                        Where{.file = shown(target)});
        }
    }
}

void lock_for_filling(Connection& connection, const SourceAddress& target) {
    const Dialect& dialect = connection.dialect();
    if (!dialect.before_filling.empty()) {
        connection.execute(fmt::format(fmt::runtime(dialect.before_filling),
                                       fmt::arg("table", from_clause(dialect, target))));
    }
}

void fill(PrivateTables& tables, const WrittenRelease& written, const SourceAddress& target) {
    Connection& connection = tables.connection();
    const Dialect& dialect = connection.dialect();
    const std::string table = from_clause(dialect, target);
    std::string names;
    std::string values;
    for (std::size_t column = 0; column < written.columns.size(); ++column) {
        names += (column == 0 ? "" : ", ") + quoted_name(dialect, written.columns[column]);
        values += fmt::format("{}q{}", column == 0 ? "" : ", ", column);
    }
    tables.begin_filling();
    connection.execute("DELETE FROM " + table);
    connection.execute(
        fmt::format("INSERT INTO {} ({}) SELECT {} FROM {}", table, names, values, written.table));
    if (!dialect.after_filling.empty()) {
        connection.execute(std::string(dialect.after_filling));
    }
    if (count_of(connection, difference(dialect, written, table)) != 0) {
        throw Error(ErrorCode::bad_output,
                    "the table does not hold what was released, for a type of it changes values; "
                    "nothing was changed there; give its columns the types of the release",
                    Where{.file = shown(target)});
    }
}

}  // namespace kanon::engine
