// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {

/// How the cells of a text table are told apart. A quote within quotes is doubled.
struct CsvDialect {
    char delimiter = ',';
    std::optional<char> quote = '"';
    bool header = true;
    bool guessed_header = false;      ///< nobody said so: the first record looks like it
    std::uint64_t skipped_lines = 0;  ///< before the first record
    /// The last of these is no blank one: it names the delimiter, as Excel writes it (`sep=;`).
    bool delimiter_is_named = false;
};

/// What is known or wished of a dialect; none is sniffed.
struct CsvHints {
    std::optional<char> delimiter;
    std::optional<char> quote;
    std::optional<bool> header;
    std::vector<std::string> known_names{};  ///< of columns that the caller goes by
    std::optional<bool> header_in_doubt{};   ///< none: refuse what may be a header or data
};

struct CsvHead {
    CsvDialect dialect;
    std::vector<std::string> names;  ///< distinct, not empty
};

/// How cells are told apart, as far as blanks behind delimiters go.
struct Delimiting {
    char delimiter = ',';
    std::optional<char> quote = '"';
};

/// How the cells of a text table are told apart if nearly all behind a delimiter begin with blanks,
/// see BlankTrimmer, of the start of a file; none for other tables.
[[nodiscard]] std::optional<Delimiting> find_blanks(std::string_view text, const CsvHints& hints);

/// What is said of a first record that was taken for a header, or for a row, by its look.
[[nodiscard]] std::string header_line(bool is_header);

/// Tell the dialect and the names of the columns from the start of a file.
///
/// The delimiter is the one that a first line `sep=;` names, else the one by which most records
/// have as many cells as the first one, and more than one; ties go to more cells, then to the order
/// `,` `;` tab `|`. Whether the first record is a header says judge_first_record(). DuckDB's own
/// sniffer is not asked: it takes a ragged table for a table of one column. `whole`: the text is
/// the whole file; else its last record is not looked at. \throws Error{bad_input} naming line and
/// column: a first record that may be a header or data, empty or repeated names, an open quote,
/// bytes that are no UTF-8 text. What stands in the first record is in no message.
[[nodiscard]] CsvHead sniff_csv(std::string_view text,
                                bool whole,
                                const CsvHints& hints,
                                const std::string& file);

}  // namespace kanon::io
