// SPDX-License-Identifier: Apache-2.0
#include "kanon/tabulate/run/make_tables.hpp"

#include "kanon/base/error.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table_builder.hpp"
#include "kanon/tabulate/method/cell_grid.hpp"
#include "kanon/tabulate/method/protect_cells.hpp"
#include "kanon/tabulate/method/suppress_cells.hpp"
#include "kanon/tabulate/run/counted_table.hpp"

#include <charconv>
#include <map>
#include <string_view>
#include <utility>

namespace kanon::tabulate {
namespace {

constexpr std::string_view kSuppressed = "*";

CellGrid grid_of(const CountedTable& counted) {
    return {counted.table, counted.columns, counted.sets};
}

std::string_view text_of(const Tabulation& from,
                         const CountCell& cell,
                         std::size_t at,
                         std::string_view total) {
    return cell.key[at] == kTotal
               ? total
               : from.original.column(from.tables.columns[at].place).dictionary->text(cell.key[at]);
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

PublishedCells cells_in(const Table& published, const CountedTable& counted) {
    PublishedCells out;
    std::vector<std::size_t> places;
    places.reserve(counted.columns.size());
    for (const CountColumn& column : counted.columns) {
        places.push_back(place_of_column(published, counted.table.column(column.place).name));
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

Tabulation make_tables(const Table& table,
                       const TabulateOptions& options,
                       const RunContext& context) {
    const CountedTable counted = counted_table(table, options);
    Tabulation out{.original = counted.table, .tables = {}, .audit = {}};
    out.tables = suppress_cells(grid_of(counted), options.k, find_mip_solver(), context);
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
    const CountedTable counted = counted_table(table, options);
    Tabulation out{.original = counted.table, .tables = {}, .audit = {}};
    const CellGrid grid = grid_of(counted);
    PublishedCells cells = cells_in(published, counted);
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
        out.add_text(tabulation.original.column(tables.columns[at].place).name, texts);
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
