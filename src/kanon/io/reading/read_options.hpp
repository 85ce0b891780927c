// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/table_format.hpp"
#include "kanon/table/table.hpp"
#include "kanon/table/values/value_type.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

struct ArrowArrayStream;

namespace kanon {

/// Settings by name, each as it was written; `date-format` may be there several times.
using ReadWords = std::map<std::string, std::vector<std::string>, std::less<>>;

/// What stands in a release for a value that its file gives a label.
enum class ValueLabels : std::uint8_t {
    automatic,  ///< the label, where every value of the column has one of its own; else the value
    labels,     ///< the label, where a value has one
    values      ///< the value
};

/// How a table is to be read. Names of columns that the file lacks are refused.
struct ReadOptions {
    Format format = Format::automatic;
    std::string encoding{};  ///< of text, as iconv(1) names it; "": found
    std::string
        other_encoding{};  ///< of text that is no UTF-8, if encoding is "": found if this is
    std::optional<char> delimiter;  ///< csv: none is sniffed among `,` `;` tab `|`
    std::optional<char> quote;      ///< csv: none is sniffed among `"` and `'`
    std::optional<bool> header;  ///< csv, xlsx: none is sniffed; without one: column1, column2...
    /// csv, xlsx: names of columns that the caller goes by; a first record that holds all is a
    /// header.
    std::vector<std::string> known_names;
    /// csv, xlsx: what a first record is taken for that may be a header or data; none: it is
    /// refused.
    std::optional<bool> header_in_doubt;
    bool folder_columns = false;  ///< folders named `key=value` on the way to a file are columns
    ValueLabels labels = ValueLabels::automatic;
    std::string member{};          ///< of an archive of several files: the one that is read
    std::string sheet{};           ///< of a workbook of several sheets
    std::string database_table{};  ///< of a database: table or view
    std::uint64_t unpack_limit =
        0;  ///< bytes that a packed file may unpack to; 0: as unpacked_limit()
    std::vector<std::string>
        missing_marks;  ///< spellings that mean missing, besides the empty cell
    std::map<std::string, ValueType> types;  ///< declared types by column; others are inferred
    /// Marks of missing values (where there are no missing_marks), decimal commas and dates with
    /// the day or the month first are looked for, see FoundValues, and blanks behind the delimiters
    /// of nearly all cells are left out. Else values are as they stand.
    bool find_values = true;
    bool decimal_comma = false;  ///< numbers have one, see ValueRules
    bool thousands = false;      ///< commas part them, see ValueRules
    /// Rows without any value are rows. Else they are left out: of no cell of theirs, columns that
    /// are skipped included, is there more than blanks.
    bool keep_blank_rows = false;
    std::optional<Notation> dates{};  ///< how dates are written; none: as find_values says
    std::map<std::string, Notation> dates_of{};  ///< the same of single columns
    std::vector<std::string> skip;               ///< columns not to be loaded
    std::vector<std::string> drop_rows_missing;  ///< columns whose missing rows are left out
    std::uint64_t row_limit = 0;                 ///< 0: all
    std::uint64_t most_rows = Table::kMostRows;  ///< a table of more rows is refused
    /// Of a table in a database: bytes that there are for its distinct rows; 0: as many as it
    /// takes.
    std::uint64_t distinct_bytes = 0;
    bool show_values = false;  ///< messages may quote cells
    bool hash_files = false;   ///< ReadTable::sha256 is wanted
    /// Opens a stream of a table in memory, which is read in place of a file as from_arrow() does:
    /// of the options above, those of columns and rows hold. The path is to be `-` then, and no
    /// file is touched. Called once for each reading. Empty: a file is read.
    std::function<void(ArrowArrayStream* out)> open_stream{};
};

}  // namespace kanon
