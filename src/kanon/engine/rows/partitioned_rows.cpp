// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/rows/partitioned_rows.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/release/row_writer.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"
#include "kanon/engine/rows/grouping.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace kanon::engine {
namespace {

/// A code of a value that had one when the columns got their numbers.
Code code_of(const Cell& cell, const SourceAddress& address) {
    if (!cell) {
        throw Error(ErrorCode::bad_input,
                    "the table changed while it was read, so nothing was released; run again",
                    Where{.file = shown(address)});
    }
    return static_cast<Code>(row_count_of(cell));
}

}  // namespace

PartitionedRows::PartitionedRows(PrivateTables& tables,
                                 SourceAddress address,
                                 KeyedRows rows,
                                 std::vector<std::string> names)
    : tables_(tables),
      dialect_(tables.connection().dialect()),
      address_(std::move(address)),
      rows_(std::move(rows)),
      names_(std::move(names)),
      nodes_(1),
      node_of_piece_(1) {}

void PartitionedRows::number(std::size_t column,
                             const Dictionary& dictionary,
                             std::span<const Code> codes,
                             std::span<const std::vector<Code>> levels) {
    std::vector<std::string> types(2 + levels.size(), std::string(dialect_.count_type));
    types.front() = dialect_.text_type;
    std::string columns = fmt::format("v {}, code {}", types[0], types[1]);
    for (std::size_t level = 0; level < levels.size(); ++level) {
        columns += fmt::format(", l{} {}", level, types[2 + level]);
    }
    std::string table = tables_.make(columns);
    RowWriter writer(tables_.connection(), table, types);
    for (Code code = 0; code < dictionary.size(); ++code) {
        std::vector<RowWriter::Value> values{
            dictionary.is_missing(code) ? std::string_view() : dictionary.text(code),
            std::uint64_t{codes[code]}};
        for (const std::vector<Code>& level : levels) {
            values.emplace_back(std::uint64_t{level[codes[code]]});
        }
        writer.add(values);
    }
    writer.finish();
    tables_.index(table, {"v"}, true);
    numbered_.push_back({.column = column, .table = std::move(table), .levels = levels.size()});
}

std::string PartitionedRows::numbered_rows() const {
    std::string out = rows_.table + " s";
    for (const Numbered& one : numbered_) {
        out += fmt::format(" LEFT JOIN {} m{} ON m{}.v = {}",
                           one.table,
                           one.column,
                           one.column,
                           rows_.text(dialect_, one.column, "s."));
    }
    return out + rows_.where(dialect_, "s.");
}

void PartitionedRows::count() {
    std::string selected;
    std::string places;
    for (std::size_t column = 0; column < rows_.columns.size(); ++column) {
        selected += is_numbered(column)
                        ? fmt::format("m{0}.code AS c{0}, ", column)
                        : fmt::format("{} AS c{}, ", rows_.text(dialect_, column, "s."), column);
        places += fmt::format("{}{}", column == 0 ? "" : ", ", column + 1);
    }
    counted_ = tables_.make_of(fmt::format("SELECT {}count(*) AS kanon_count FROM {} GROUP BY {}",
                                           selected,
                                           numbered_rows(),
                                           places),
                               {.stage = "count the rows in pieces"});
}

std::vector<PartitionedRows::Size> PartitionedRows::sizes() const {
    std::vector<Size> out(pieces_);
    const std::string piece = piece_of("c", "");
    const auto ask = [&](const std::string& counts, const std::string& from, const auto& take) {
        tables_.connection().query(
            fmt::format(
                "SELECT {}, {} FROM {} GROUP BY 1", text_of(dialect_, "kanon_piece"), counts, from),
            [&](std::span<const Cell> cells) { take(out.at(row_count_of(cells[0])), cells); });
    };
    ask(fmt::format("{}, {}", text_of(dialect_, "count(*)"), text_of(dialect_, "sum(kanon_count)")),
        fmt::format("(SELECT {} AS kanon_piece, kanon_count FROM {}) kanon_rows", piece, counted_),
        [](Size& size, std::span<const Cell> cells) {
            size.distinct = row_count_of(cells[1]);
            size.rows = row_count_of(cells[2]);
        });
    std::string columns;
    for (const Numbered& one : numbered_) {
        columns += one.levels > 0 ? fmt::format(", c{}", one.column) : "";
    }
    ask(text_of(dialect_, "count(*)"),
        fmt::format(
            "(SELECT DISTINCT {} AS kanon_piece{} FROM {}) kanon_types", piece, columns, counted_),
        [](Size& size, std::span<const Cell> cells) { size.types = row_count_of(cells[1]); });
    return out;
}

std::vector<std::vector<PartitionedRows::Count>> PartitionedRows::counts(
    std::span<const std::size_t> pieces,
    std::size_t column,
    std::optional<std::size_t> beside) const {
    std::vector<std::vector<Count>> out(pieces.size());
    const std::string other = beside ? fmt::format("c{}", *beside) : "0";
    tables_.connection().query(
        fmt::format("SELECT {}, {}, {}, {} FROM (SELECT {} AS kanon_piece, c{} AS kanon_value, {} "
                    "AS kanon_beside, kanon_count FROM {}) kanon_rows WHERE kanon_piece IN ({}) "
                    "GROUP BY kanon_piece, kanon_value, kanon_beside",
                    text_of(dialect_, "kanon_piece"),
                    text_of(dialect_, "kanon_value"),
                    text_of(dialect_, "kanon_beside"),
                    text_of(dialect_, "sum(kanon_count)"),
                    piece_of("c", ""),
                    column,
                    other,
                    counted_,
                    fmt::join(pieces, ", ")),
        [&](std::span<const Cell> cells) {
            const auto piece = std::ranges::find(pieces, row_count_of(cells[0]));
            out.at(static_cast<std::size_t>(piece - pieces.begin()))
                .push_back({.value = code_of(cells[1], address_),
                            .beside = code_of(cells[2], address_),
                            .rows = row_count_of(cells[3])});
        });
    for (std::vector<Count>& of_piece : out) {
        std::ranges::sort(
            of_piece, {}, [](const Count& count) { return std::tuple(count.value, count.beside); });
    }
    return out;
}

std::pair<std::string, std::string> PartitionedRows::rows_at(
    std::span<const std::size_t> levels) const {
    std::string shown;
    std::string from = counted_ + " s";
    std::size_t place = 0;
    for (const Numbered& one : numbered_) {
        shown += shown.empty() ? "" : ", ";
        if (one.levels == 0) {
            shown += fmt::format("s.c{0} AS t{0}", one.column);
            continue;
        }
        const std::size_t level = levels[place++];
        shown += fmt::format("m{0}.l{1} AS t{0}", one.column, level);
        // Several spellings may have one code.
        from += fmt::format(
            " LEFT JOIN (SELECT DISTINCT code, l{2} FROM {0}) m{1} ON m{1}.code = s.c{1}",
            one.table,
            one.column,
            level);
    }
    return {std::move(shown), std::move(from)};
}

std::uint64_t PartitionedRows::distinct_at(std::span<const std::size_t> levels) const {
    const auto [shown, from] = rows_at(levels);
    return count_of(tables_.connection(),
                    fmt::format("(SELECT DISTINCT {} FROM {}) kanon_types", shown, from));
}

void PartitionedRows::take_rows_at(
    std::span<const std::size_t> levels,
    const std::function<void(std::span<const Code> codes, std::uint64_t rows)>& take) const {
    const auto [shown, from] = rows_at(levels);
    std::string texts;
    std::string grouped;
    for (const Numbered& one : numbered_) {
        const std::string name = fmt::format("t{}", one.column);
        texts += text_of(dialect_, name) + ", ";
        grouped += (grouped.empty() ? "" : ", ") + name;
    }
    std::vector<Code> codes(numbered_.size());
    tables_.connection().query(
        fmt::format("SELECT {}{} FROM (SELECT {}, kanon_count FROM {}) kanon_rows GROUP BY {}",
                    texts,
                    text_of(dialect_, "sum(kanon_count)"),
                    shown,
                    from,
                    grouped),
        [&](std::span<const Cell> cells) {
            for (std::size_t place = 0; place < codes.size(); ++place) {
                codes[place] = code_of(cells[place], address_);
            }
            take(codes, row_count_of(cells.back()));
        });
}

bool PartitionedRows::is_numbered(std::size_t column) const {
    return std::ranges::find(numbered_, column, &Numbered::column) != numbered_.end();
}

void PartitionedRows::take_combinations(std::span<const std::size_t> columns,
                                        const RowTaker& take) const {
    std::string grouped;
    std::string texts;
    for (const std::size_t column : columns) {
        const std::string name = fmt::format("c{}", column);
        grouped += (grouped.empty() ? "" : ", ") + name;
        texts += text_of(dialect_, name) + ", ";
    }
    tables_.connection().query(
        fmt::format("SELECT {}{} FROM (SELECT {}, sum(kanon_count) AS kanon_rows FROM {} GROUP BY "
                    "{}) kanon_combinations",
                    texts,
                    text_of(dialect_, "kanon_rows"),
                    grouped,
                    counted_,
                    grouped),
        take);
}

void PartitionedRows::take_ranges(std::size_t column,
                                  std::span<const std::size_t> others,
                                  const RowTaker& take) const {
    std::string ranges;
    std::string texts;
    for (const std::size_t other : others) {
        ranges += fmt::format(", min(c{0}) AS least{0}, max(c{0}) AS greatest{0}", other);
        texts += ", " + text_of(dialect_, fmt::format("least{}", other)) + ", " +
                 text_of(dialect_, fmt::format("greatest{}", other));
    }
    tables_.connection().query(
        fmt::format("SELECT {}, {}{} FROM (SELECT c{} AS kanon_code, sum(kanon_count) AS "
                    "kanon_rows{} FROM {} GROUP BY c{}) kanon_ranges",
                    text_of(dialect_, "kanon_code"),
                    text_of(dialect_, "kanon_rows"),
                    texts,
                    column,
                    ranges,
                    counted_,
                    column),
        take);
}

void PartitionedRows::cut(std::size_t piece,
                          std::size_t column,
                          std::span<const std::vector<Code>> parts) {
    std::vector<std::pair<Code, std::size_t>> part_of_code;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        for (const Code code : parts[part]) {
            part_of_code.emplace_back(code, part);
        }
    }
    std::ranges::sort(part_of_code);
    const std::size_t first_node = nodes_.size();
    const std::size_t cut_node = node_of_piece_[piece];
    nodes_.resize(first_node + parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const std::size_t number = part == 0 ? piece : pieces_++;
        nodes_[first_node + part].piece = number;
        node_of_piece_.resize(pieces_);
        node_of_piece_[number] = first_node + part;
    }
    Cut& cut = nodes_[cut_node];
    cut.column = column;
    for (const auto& [code, part] : part_of_code) {
        if (!cut.runs.empty() && cut.runs.back().node == first_node + part) {
            cut.runs.back().last = code;
        } else {
            cut.runs.push_back({.last = code, .node = first_node + part});
        }
    }
}

std::string PartitionedRows::piece_of(std::string_view prefix, std::string_view suffix) const {
    return piece_of_node(0, prefix, suffix);
}

std::string PartitionedRows::piece_of_node(std::size_t node,
                                           std::string_view prefix,
                                           std::string_view suffix) const {
    const Cut& cut = nodes_[node];
    if (cut.runs.empty()) {
        return std::to_string(cut.piece);
    }
    std::string out = "CASE";
    for (std::size_t run = 0; run + 1 < cut.runs.size(); ++run) {
        out += fmt::format(" WHEN {}{}{} <= {} THEN {}",
                           prefix,
                           cut.column,
                           suffix,
                           cut.runs[run].last,
                           piece_of_node(cut.runs[run].node, prefix, suffix));
    }
    return out + fmt::format(" ELSE {} END", piece_of_node(cut.runs.back().node, prefix, suffix));
}

void PartitionedRows::lay_out() {
    std::string selected;
    for (std::size_t column = 0; column < rows_.columns.size(); ++column) {
        selected += fmt::format("s.{} AS n{}, ", rows_.columns[column], column);
    }
    laid_out_ = tables_.make_of(fmt::format("SELECT s.{} AS kanon_key, {}{} AS kanon_piece FROM {}",
                                            rows_.key,
                                            selected,
                                            piece_of("m", ".code"),
                                            numbered_rows()),
                                {.stage = "lay the rows out in pieces"});
}

KeyedRows PartitionedRows::rows(std::size_t piece) const {
    KeyedRows out = rows_;
    out.table = laid_out_;
    out.key = "kanon_key";
    for (std::size_t column = 0; column < out.columns.size(); ++column) {
        out.columns[column] = fmt::format("n{}", column);
    }
    out.piece = fmt::format("kanon_piece = {}", piece);
    out.blank = {};  // rows without a value are not laid out
    return out;
}

SourceAddress PartitionedRows::address(std::size_t piece) const {
    SourceAddress out = address_;
    out.kind = out.kind == SourceAddress::Kind::parquet ? SourceAddress::Kind::duckdb : out.kind;
    out.shown_as = shown(address_);
    out.schema.clear();
    out.table.clear();
    std::string selected;
    for (std::size_t column = 0; column < names_.size(); ++column) {
        selected += fmt::format(
            "{}n{} AS {}", column == 0 ? "" : ", ", column, quoted_name(dialect_, names_[column]));
    }
    out.query = fmt::format("SELECT {} FROM {} WHERE kanon_piece = {}", selected, laid_out_, piece);
    return out;
}

}  // namespace kanon::engine
