// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

struct ReadTable {
    Table table;
    Format format = Format::csv;
    char delimiter = ',';
    std::string encoding{};                   ///< of text, as iconv(1) names it; "": UTF-8
    bool byte_order_mark = false;             ///< the text begins with one
    std::vector<std::string> skipped;         ///< columns of the file that were not loaded
    std::uint64_t dropped_rows = 0;           ///< left out for drop_rows_missing
    std::uint64_t blank_rows = 0;             ///< left out for want of any value
    std::vector<std::string> folder_columns;  ///< columns that folder names gave
    std::vector<std::string> sha256{};  ///< of each file's bytes, or what a pipe brought, if wanted
    std::vector<std::string> said{};  ///< one line each: what was taken for what without being told
    /// By column: spellings that were taken for the missing value, asked for or found.
    std::map<std::string, std::vector<std::string>> missing_marks{};
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
