// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// How a table is to be read. Names of columns that the file lacks are refused.
struct ReadOptions {
    Format format = Format::automatic;
    std::optional<char> delimiter;  ///< csv: none is sniffed among `,` `;` tab `|`
    std::optional<char> quote;      ///< csv: none is sniffed among `"` and `'`
    std::optional<bool> header;     ///< csv: none is sniffed; without one: column1, column2...
    /// csv: names of columns that the caller goes by; a first record that holds all is a header.
    std::vector<std::string> known_names;
    /// csv: what a first record is taken for that may be a header or data; none: it is refused.
    std::optional<bool> header_in_doubt;
    bool folder_columns = false;  ///< folders named `key=value` on the way to a file are columns
    std::vector<std::string>
        missing_marks;  ///< spellings that mean missing, besides the empty cell
    std::map<std::string, ValueType> types;      ///< declared types by column; others are inferred
    std::vector<std::string> skip;               ///< columns not to be loaded
    std::vector<std::string> drop_rows_missing;  ///< columns whose missing rows are left out
    std::uint64_t row_limit = 0;                 ///< 0: all
    std::uint64_t most_rows = Table::kMostRows;  ///< a table of more rows is refused
    bool show_values = false;                    ///< messages may quote cells
    bool hash_files = false;                     ///< ReadTable::sha256 is wanted
};

struct ReadTable {
    Table table;
    Format format = Format::csv;
    char delimiter = ',';
    std::vector<std::string> skipped;         ///< columns of the file that were not loaded
    std::uint64_t dropped_rows = 0;           ///< left out for drop_rows_missing
    std::vector<std::string> folder_columns;  ///< columns that folder names gave
    std::vector<std::string> sha256;  ///< of each file's bytes, or what a pipe brought, if wanted
};

/// Read one file, several by glob, or `-` (standard input) into a table of codes. Plain, .gz or
/// .zst. Rows keep their order (of several files: by name). Text stands only in dictionaries.
///
/// An empty cell, quoted or not, a NULL and every missing mark are the missing value. CSV is read
/// by the letter of RFC 4180: rows of another width are refused, not padded, blank lines between
/// rows of several columns are not rows. Standard input and files without a telling name are CSV
/// unless their content or the options say otherwise. Of JSON, columns are the keys of all records;
/// a number keeps its value, a list or object its JSON text. Memory: the codes at their final
/// width, one more column while it is narrowed, the dictionaries, and about 150 MB for DuckDB. Same
/// table for any number of threads. \throws Error{bad_input} naming file, line and column; no
/// cell's value.
[[nodiscard]] ReadTable read_table(const std::string& path,
                                   const ReadOptions& options,
                                   const RunContext& context);

/// The names of the columns of a file, without reading it whole (JSON is read whole). Same errors.
[[nodiscard]] std::vector<std::string> column_names(const std::string& path,
                                                    const ReadOptions& options);

}  // namespace kanon
