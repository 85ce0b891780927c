// SPDX-License-Identifier: Apache-2.0
#include "kanon/tabulate/run/make_tables.hpp"

#include "kanon/base/error.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/kept_rows.hpp"
#include "kanon/table/table_builder.hpp"
#include "kanon/tabulate/method/cell_grid.hpp"
#include "kanon/tabulate/method/protect_cells.hpp"
#include "kanon/tabulate/method/suppress_cells.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace kanon::tabulate {
namespace {

constexpr std::size_t kMostColumns = 16;
constexpr std::string_view kSuppressed = "*";

void check_options(const TabulateOptions& options) {
    if (options.by.empty()) {
        throw Error(ErrorCode::usage, "name the columns of a table: --by region,sex");
    }
    if (options.k < 2 || options.k > Table::kMostRows) {
        throw Error(ErrorCode::usage, "k must be at least 2, and no more than a table has rows");
    }
    std::set<std::set<std::string>> tables;
    for (const auto& names : options.by) {
        const std::set<std::string> distinct(names.begin(), names.end());
        if (!tables.insert(distinct).second) {
            throw Error(ErrorCode::usage,
                        "two tables have the same columns; name each table once",
                        {.attribute = "by"});
        }
        if (names.empty() || distinct.size() != names.size()) {
            throw Error(ErrorCode::usage, "a table needs columns, each once", {.attribute = "by"});
        }
        if (distinct.contains(options.person) || distinct.contains(kCountColumn)) {
            throw Error(ErrorCode::usage,
                        "a table cannot have the column of persons, or one named 'count'",
                        {.attribute = "by"});
        }
    }
}

std::size_t place_of_column(const Table& table, const std::string& name) {
    const std::optional<std::size_t> found = table.find(name);
    if (!found) {
        throw Error(ErrorCode::usage, "the table has no such column", {.attribute = name});
    }
    return *found;
}

std::vector<std::string> column_names(const TabulateOptions& options) {
    std::vector<std::string> out;
    for (const auto& names : options.by) {
        for (const std::string& name : names) {
            if (std::ranges::find(out, name) == out.end()) {
                out.push_back(name);
            }
        }
    }
    if (out.size() > kMostColumns) {
        throw Error(ErrorCode::usage,
                    "the tables of one run may have 16 columns in all",
                    {.attribute = "by"});
    }
    return out;
}

/// All subsets of the columns of each table, those of the most columns first.
std::vector<std::uint32_t> sets_of(const TabulateOptions& options,
                                   const std::vector<std::string>& columns) {
    std::set<std::pair<int, std::uint32_t>> sets;
    for (const auto& names : options.by) {
        std::uint32_t all = 0;
        for (const std::string& name : names) {
            all |= 1U << static_cast<unsigned>(std::ranges::find(columns, name) - columns.begin());
        }
        for (std::uint32_t part = all;; part = (part - 1) & all) {
            sets.emplace(-std::popcount(part), part);
            if (part == 0) {
                break;
            }
        }
    }
    std::vector<std::uint32_t> out;
    out.reserve(sets.size());
    for (const auto& [size, set] : sets) {
        out.push_back(set);
    }
    return out;
}

void check_total(const Table& table,
                 const std::vector<std::size_t>& columns,
                 std::string_view total) {
    for (const std::size_t at : columns) {
        const Dictionary& values = *table.column(at).dictionary;
        for (Code code = 0; code < values.size(); ++code) {
            if (values.text(code) == total) {
                throw Error(ErrorCode::bad_input,
                            "a value is spelled as the total is: give the total another word "
                            "(--total)",
                            {.attribute = table.column(at).name});
            }
        }
    }
}

/// One row of each person. \throws Error{bad_input}
Table one_row_each(const Table& table, const TabulateOptions& options) {
    const Column& persons = table.column(place_of_column(table, options.person));
    const std::vector<std::string> names = column_names(options);
    std::vector<std::optional<std::size_t>> first(persons.dictionary->size());
    std::vector<bool> kept(table.row_count(), false);
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        const Code person = persons.codes[row];
        if (persons.dictionary->is_missing(person)) {
            throw Error(ErrorCode::bad_input,
                        "row " + std::to_string(row + 1) + " names no person",
                        {.attribute = options.person});
        }
        if (!first[person]) {
            first[person] = row;
            kept[row] = true;
            continue;
        }
        for (const std::string& name : names) {
            const Column& column = table.column(place_of_column(table, name));
            if (column.codes[row] != column.codes[*first[person]]) {
                throw Error(ErrorCode::bad_input,
                            "row " + std::to_string(row + 1) +
                                " has another value than an earlier row of the same person: count "
                                "rows, or leave this column out",
                            {.attribute = name});
            }
        }
    }
    return kept_rows(table, kept);
}

CellGrid grid_of(const Table& table, const TabulateOptions& options) {
    std::vector<std::size_t> columns;
    const std::vector<std::string> names = column_names(options);
    columns.reserve(names.size());
    for (const std::string& name : names) {
        columns.push_back(place_of_column(table, name));
    }
    check_total(table, columns, options.total);
    return {table, std::move(columns), sets_of(options, names)};
}

Table counted_table(const Table& table, const TabulateOptions& options) {
    check_options(options);
    Table out = options.person.empty() ? table : one_row_each(table, options);
    if (out.row_count() == 0) {
        throw Error(ErrorCode::bad_input, "the table has no rows to count");
    }
    return out;
}

std::string_view text_of(const Tabulation& from,
                         const CountCell& cell,
                         std::size_t at,
                         std::string_view total) {
    return cell.key[at] == kTotal
               ? total
               : from.original.column(from.tables.columns[at]).dictionary->text(cell.key[at]);
}

std::vector<std::string> key_texts(const Tabulation& from,
                                   const CountCell& cell,
                                   std::string_view total) {
    std::vector<std::string> out;
    out.reserve(cell.key.size());
    for (std::size_t at = 0; at < cell.key.size(); ++at) {
        out.emplace_back(text_of(from, cell, at, total));
    }
    return out;
}

/// The row of each cell in a file, by the texts of its key.
using PublishedCells = std::map<std::vector<std::string>, std::size_t>;

PublishedCells cells_in(const Table& published, const std::vector<std::string>& names) {
    PublishedCells out;
    std::vector<std::size_t> places;
    places.reserve(names.size());
    for (const std::string& name : names) {
        places.push_back(place_of_column(published, name));
    }
    for (std::size_t row = 0; row < published.row_count(); ++row) {
        std::vector<std::string> key;
        key.reserve(places.size());
        for (const std::size_t at : places) {
            key.emplace_back(published.column(at).text(row));
        }
        if (!out.emplace(std::move(key), row).second) {
            throw Error(ErrorCode::bad_input,
                        "row " + std::to_string(row + 1) +
                            " of the count tables is a cell that is there before");
        }
    }
    return out;
}

void take_published(std::string_view text, CountCell& cell) {
    cell.suppressed = text == kSuppressed;
    if (cell.suppressed) {
        return;
    }
    const char* end = text.data() + text.size();
    const auto [stop, failed] = std::from_chars(text.data(), end, cell.count);
    if (failed != std::errc{} || stop != end) {
        throw Error(ErrorCode::bad_input,
                    "the count tables have a count that is neither a whole number nor *",
                    {.attribute = kCountColumn});
    }
}

}  // namespace

std::vector<std::string> needed_columns(const TabulateOptions& options) {
    check_options(options);
    std::vector<std::string> out = column_names(options);
    if (!options.person.empty()) {
        out.push_back(options.person);
    }
    return out;
}

Tabulation make_tables(const Table& table,
                       const TabulateOptions& options,
                       const RunContext& context) {
    Tabulation out{.original = counted_table(table, options), .tables = {}, .audit = {}};
    out.tables =
        suppress_cells(grid_of(out.original, options), options.k, find_mip_solver(), context);
    out.audit = audit_cells(out.original, options.k, out.tables);
    if (!out.audit.holds()) {
        throw Error(ErrorCode::audit_failed,
                    "the auditor refused the tables, so nothing is written: " +
                        (out.audit.faults.empty() ? "a cell has no other table"
                                                  : out.audit.faults.front()));
    }
    return out;
}

Tabulation check_tables(const Table& table,
                        const Table& published,
                        const TabulateOptions& options,
                        const RunContext& context) {
    Tabulation out{.original = counted_table(table, options), .tables = {}, .audit = {}};
    const CellGrid grid = grid_of(out.original, options);
    PublishedCells cells = cells_in(published, column_names(options));
    const Column& counts = published.column(place_of_column(published, kCountColumn));
    out.tables = grid.tables();
    CountTables judged{.columns = out.tables.columns,
                       .sets = out.tables.sets,
                       .cells = std::vector<CountCell>(cells.size()),
                       .witnesses = {}};
    std::vector<std::size_t> row_of;
    for (CountCell& cell : out.tables.cells) {
        const auto found = cells.find(key_texts(out, cell, options.total));
        if (found == cells.end()) {
            throw Error(
                ErrorCode::bad_input,
                "the count tables have no line for a cell with rows: were they made by these "
                "columns and this total?");
        }
        CountCell& as_published = judged.cells[found->second];
        as_published = cell;
        take_published(counts.text(found->second), as_published);
        cell.suppressed = as_published.suppressed;
        row_of.push_back(found->second);
        cells.erase(found);
    }
    if (!cells.empty()) {
        throw Error(ErrorCode::bad_input, "the count tables have cells that the table has not");
    }
    const CountTables own = suppress_cells(grid, options.k, find_mip_solver(), context);
    find_witnesses(grid, options.k, own.witnesses, out.tables, find_mip_solver(), context);
    judged.witnesses = std::move(out.tables.witnesses);
    for (Witness& witness : judged.witnesses) {
        witness.cell = row_of[witness.cell];
    }
    out.tables = std::move(judged);
    out.audit = audit_cells(out.original, options.k, out.tables);
    return out;
}

Table published_table(const Tabulation& tabulation, const TabulateOptions& options) {
    const CountTables& tables = tabulation.tables;
    TableBuilder out;
    for (std::size_t at = 0; at < tables.columns.size(); ++at) {
        std::vector<std::string_view> texts;
        texts.reserve(tables.cells.size());
        for (const CountCell& cell : tables.cells) {
            texts.push_back(text_of(tabulation, cell, at, options.total));
        }
        out.add_text(tabulation.original.column(tables.columns[at]).name, texts);
    }
    std::vector<std::string> counts;
    counts.reserve(tables.cells.size());
    for (const CountCell& cell : tables.cells) {
        counts.push_back(cell.suppressed ? std::string(kSuppressed) : std::to_string(cell.count));
    }
    out.add_text(kCountColumn, counts);
    return out.finish();
}

}  // namespace kanon::tabulate
