// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/stream_table.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/io/arrow/arrow_tables.hpp"
#include "kanon/io/reading/found_columns.hpp"
#include "kanon/io/reading/table_reading.hpp"
#include "kanon/table/column_builder.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::io {
namespace {

std::vector<std::string> names_of(const Table& table) {
    const std::vector<std::string_view> names = table.names();
    return {names.begin(), names.end()};
}

/// A table as its stream gave it.
struct RawTable {
    Table table;
    std::vector<std::uint32_t> blank;  ///< rows without any value, to be left out; ascending
};

RawTable read_raw(const ReadOptions& options, const RunContext& context) {
    RawTable out;
    ArrowArrayStream stream{};
    options.open_stream(&stream);
    out.table = from_arrow(&stream,
                           {.missing_marks = {},
                            .types = {},
                            .skip = options.skip,
                            .blank_rows = options.keep_blank_rows ? nullptr : &out.blank},
                           context);
    return out;
}

/// True of the codes that a column takes for missing, by these marks.
std::vector<bool> missing_codes(const Column& column, const std::vector<std::string>& marks) {
    const Dictionary& values = *column.dictionary;
    std::vector<bool> out(values.size());
    for (Code code = 0; code < values.size(); ++code) {
        out[code] = values.is_missing(code) || names_column(marks, std::string(values.text(code)));
    }
    return out;
}

/// The rows that are looked at. \throws Error{bad_input} if there are more than may be
std::size_t rows_looked_at(const Table& table, const ReadOptions& options) {
    const std::size_t rows = table.row_count();
    if (options.row_limit > 0 && options.row_limit < rows) {
        return static_cast<std::size_t>(options.row_limit);
    }
    if (rows > options.most_rows) {
        throw Error(ErrorCode::bad_input,
                    "the table has more than " + std::to_string(options.most_rows) +
                        " rows, which is the most that is read here; take fewer");
    }
    return rows;
}

/// Those of the first rows that are not blank and have every value they must have.
std::vector<std::uint32_t> kept_rows(const RawTable& raw,
                                     std::size_t rows,
                                     const ReadOptions& options,
                                     const MarksOf& marks) {
    std::vector<bool> dropped(rows);
    for (const std::uint32_t row : raw.blank) {
        if (row < rows) {
            dropped[row] = true;
        }
    }
    for (std::size_t j = 0; j < raw.table.column_count(); ++j) {
        const Column& column = raw.table.column(j);
        if (!names_column(options.drop_rows_missing, column.name)) {
            continue;
        }
        const auto missing = missing_codes(column, marks_of(column.name, options, marks));
        for (std::size_t row = 0; row < rows; ++row) {
            dropped[row] = dropped[row] || missing[column.codes[row]];
        }
    }
    std::vector<std::uint32_t> out;
    out.reserve(rows);
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (!dropped[row]) {
            out.push_back(row);
        }
    }
    return out;
}

/// True if a column is as it is to be: no text that may mean something else, nothing asked of it.
bool stands_as_it_is(const Column& column, const ReadOptions& options, const MarksOf& marks) {
    return column.storage_type != "VARCHAR" && marks_of(column.name, options, marks).empty() &&
           !options.types.contains(column.name) && !options.dates_of.contains(column.name);
}

/// The column read anew by the rules, of these rows alone.
FoundColumn read_by_rules(const Column& column,
                          const std::vector<std::uint32_t>& rows,
                          const ReadOptions& options,
                          const MarksOf& marks) {
    constexpr Code kUnknown = std::numeric_limits<Code>::max();
    ColumnBuilder builder(column.name, column.storage_type, marks_of(column.name, options, marks));
    std::vector<Code> code_of(column.dictionary->size(), kUnknown);
    column.codes.visit([&](const auto codes) {
        for (const std::uint32_t row : rows) {
            Code& code = code_of[codes[row]];
            if (code == kUnknown) {
                code = builder.code_of(column.dictionary->text(codes[row]));
            }
            builder.append(code);
        }
    });
    return builder.finish(rules_of(options, column.name));
}

/// The same of a column that keeps all its rows: where its values are understood as they were, so
/// are its codes.
FoundColumn read_whole_by_rules(const Column& column,
                                const ReadOptions& options,
                                const MarksOf& marks,
                                const std::vector<std::uint32_t>& rows) {
    const Dictionary& values = *column.dictionary;
    ColumnBuilder builder(column.name, column.storage_type, marks_of(column.name, options, marks));
    for (Code code = 0; code < values.size(); ++code) {
        builder.append(builder.code_of(values.text(code)));
    }
    FoundColumn once = builder.finish(rules_of(options, column.name));
    const Dictionary& found = *once.column.dictionary;
    bool same = found.size() == values.size() && found.missing() == values.missing();
    for (Code code = 0; same && code < values.size(); ++code) {
        same = found.text(code) == values.text(code);
    }
    if (!same) {
        return read_by_rules(column, rows, options, marks);
    }
    once.column.codes = column.codes;
    return once;
}

FoundTable read_values(const RawTable& read,
                       const ReadOptions& options,
                       const MarksOf& marks,
                       const RunContext& context) {
    const Table& raw = read.table;
    const std::size_t looked_at = rows_looked_at(raw, options);
    const std::vector<std::uint32_t> rows = kept_rows(read, looked_at, options, marks);
    const bool whole = rows.size() == raw.row_count();
    FoundTable out;
    out.rows = rows.size();
    out.blank_rows = static_cast<std::uint64_t>(std::ranges::lower_bound(read.blank, looked_at) -
                                                read.blank.begin());
    out.dropped_rows = looked_at - rows.size() - out.blank_rows;
    check_kept_rows(out, "");
    out.columns.resize(raw.column_count());
    const auto read_some = [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j < end; ++j) {
            const Column& column = raw.column(j);
            out.columns[j] = !whole ? read_by_rules(column, rows, options, marks)
                             : stands_as_it_is(column, options, marks)
                                 ? FoundColumn{.column = column, .found = {}}
                                 : read_whole_by_rules(column, options, marks, rows);
        }
    };
    parallel_parts(raw.column_count(), raw.column_count(), context.threads, read_some);
    return out;
}

}  // namespace

ReadTable read_stream(const ReadOptions& options, const RunContext& context) {
    const RawTable raw = read_raw(options, context);
    std::vector<std::string> names = names_of(raw.table);
    names.insert(names.end(), options.skip.begin(), options.skip.end());  // which it has
    check_asked_names(names, options, "");
    check_column_count(names.size(), "");
    ReadTable out = read_with_marks(
        [&](const MarksOf& marks) { return read_values(raw, options, marks, context); }, options);
    out.skipped = options.skip;
    return out;
}

}  // namespace kanon::io
