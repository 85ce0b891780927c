// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kanon {

/// How a table is laid out in a file; `automatic` goes by the file's name, then by its content.
/// Those behind xlsx are read, not written.
enum class Format { automatic, csv, tsv, json, parquet, xlsx, spss, stata, sas, sqlite };

/// How the bytes of a file are packed.
enum class Compression { none, gzip, zstd };

/// What reads a format.
enum class FormatKind {
    lines,    ///< delimited text
    json,     ///< an object a row
    parquet,  ///< columns with their types
    foreign   ///< of other programs: workbooks, databases, files of statistics programs
};

/// One format: a row of the table that readers, writers, flags, help and Python go by.
struct FormatInfo {
    Format format = Format::csv;
    std::string_view name;
    FormatKind kind = FormatKind::lines;
    bool is_written = false;
    std::string_view extensions;  ///< of files so named, in small letters: `.csv .txt`
};

/// All but automatic, in the order of the enumeration; those that are written come first.
[[nodiscard]] std::span<const FormatInfo> formats();

/// \pre not automatic
[[nodiscard]] const FormatInfo& info(Format format);

[[nodiscard]] std::string_view to_string(Format format);

/// What flags and settings take, in the order of the enumeration: `auto` first.
[[nodiscard]] std::span<const std::string_view> format_words();
[[nodiscard]] std::span<const std::string_view> written_format_words();

/// The same as help shows it: `auto|csv|tsv`.
[[nodiscard]] std::string one_of(std::span<const std::string_view> words);

/// True for delimited text. False for automatic, as the next.
[[nodiscard]] bool has_lines(Format format);

[[nodiscard]] bool is_foreign(Format format);

/// The compression that a file's name promises: `.gz`, `.zst`, else none.
[[nodiscard]] Compression compression_of_name(std::string_view path);

/// The format that a file's name promises, a `.gz` or `.zst` at its end left aside: that with such
/// an extension, in any case of letters; else automatic.
[[nodiscard]] Format format_of_name(std::string_view path);

/// False if files so named are read and not written: those of some other programs, and workbooks
/// with macros, which no program opens without any.
[[nodiscard]] bool is_name_to_write(std::string_view path);

/// How a table is to be written.
struct WriteOptions {
    Format format =
        Format::automatic;  ///< by name: .csv .tsv .json .jsonl .ndjson + .gz .zst; .parquet .xlsx
    std::optional<char> delimiter{};  ///< csv; none: a comma
    std::string encoding{};           ///< csv, tsv, as iconv(1) names it; "": UTF-8
    bool byte_order_mark = false;     ///< csv, tsv: the text begins with one
    bool force = false;               ///< replace what stands at the target
};

}  // namespace kanon
