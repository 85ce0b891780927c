// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/rows/keyed_rows.hpp"

#include "kanon/engine/dialect/declared_types.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon::engine {
namespace {

void replace(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
        text.replace(at, what.size(), by);
        at += by.size();
    }
}

/// The name of a table as a column of each row would hide the engine's own key.
bool hides_key(const Dialect& dialect, std::span<const std::string> columns) {
    return std::ranges::any_of(columns, [&](const std::string& column) {
        return std::ranges::equal(column, dialect.row_key, [](char a, char b) {
            return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b;
        });
    });
}

/// Learn what types the columns have; `names`: theirs in the table, without quotes.
void find_types(Connection& connection,
                const std::string& table,
                std::span<const std::string> names,
                KeyedRows& rows) {
    const Dialect& dialect = connection.dialect();
    rows.types = column_types(connection, rows.columns, rows.table);
    rows.declared = declared_types(connection, {.quoted = rows.table, .name = table}, names);
    for (std::size_t column = 0; column < rows.types.size(); ++column) {
        if (dialect.typed_cells || dialect.words_of_driver) {
            rows.types[column].takes_star = takes_star(dialect, rows.declared[column]);
        }
    }
}

KeyedRows copy_rows(PrivateTables& tables,
                    const SourceAddress& address,
                    std::span<const std::string> columns,
                    const BlankColumns& blank) {
    const Dialect& dialect = tables.connection().dialect();
    KeyedRows out{.table = "",
                  .key = "kanon_key",
                  .columns = {},
                  .types = {},
                  .declared = {},
                  .missing_marks = std::vector<std::vector<std::string>>(columns.size()),
                  .source = shown(address)};
    std::string selected;
    for (const std::string& column : columns) {
        out.columns.push_back(fmt::format("n{}", out.columns.size()));
        selected += fmt::format(", {} AS {}", quoted_name(dialect, column), out.columns.back());
    }
    out.table =
        tables.make_of(fmt::format("SELECT ROW_NUMBER() OVER () AS kanon_key{} FROM {}{}",
                                   selected,
                                   from_clause(dialect, address),
                                   blank.empty() ? "" : " WHERE " + has_value(dialect, blank)),
                       {.stage = "copy the rows"});
    find_types(tables.connection(), named_table(dialect, out.table).name, out.columns, out);
    return out;
}

}  // namespace

std::string KeyedRows::text(const Dialect& dialect, std::size_t column, std::string_view of) const {
    return key_of(dialect, types[column], std::string(of) + columns[column], missing_marks[column]);
}

std::string KeyedRows::where(const Dialect& dialect, std::string_view of) const {
    std::string out = piece.empty() ? "" : fmt::format(" WHERE {}{}", of, piece);
    const auto add = [&out](const std::string& condition) {
        out += (out.empty() ? " WHERE " : " AND ") + condition;
    };
    for (const std::size_t column : needed) {
        add(text(dialect, column, of) + " <> ''");
    }
    if (!blank.empty()) {
        add(has_value(dialect, blank, of));
    }
    return out;
}

bool has_row_keys(Connection& connection, const SourceAddress& address) {
    const Dialect& dialect = connection.dialect();
    if (dialect.row_key_probe.empty() || address.table.empty()) {
        return false;
    }
    const std::string table = from_clause(dialect, address);
    std::string probe(dialect.row_key_probe);
    replace(probe, "{}", table);
    replace(probe, "{text}", literal(dialect, table));
    bool found = false;
    try {
        connection.query(probe, [&](std::span<const Cell>) { found = true; });
    } catch (const EngineFault&) {
        return false;
    }
    return found;
}

KeyedRows key_rows(PrivateTables& tables,
                   const SourceAddress& address,
                   std::span<const std::string> columns,
                   bool has_keys,
                   const BlankColumns& blank) {
    const Dialect& dialect = tables.connection().dialect();
    if (!has_keys || hides_key(dialect, columns)) {
        return copy_rows(tables, address, columns, blank);
    }
    KeyedRows out{.table = from_clause(dialect, address),
                  .key = std::string(dialect.row_key),
                  .columns = {},
                  .types = {},
                  .declared = {},
                  .missing_marks = std::vector<std::vector<std::string>>(columns.size()),
                  .blank = blank,
                  .source = shown(address)};
    for (const std::string& column : columns) {
        out.columns.push_back(quoted_name(dialect, column));
    }
    find_types(tables.connection(), address.table, columns, out);
    return out;
}

}  // namespace kanon::engine
