// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kanon {

/// How a table is laid out in a file; `automatic` goes by the file's name, then by its content.
/// Those behind parquet are read, not written.
enum class Format { automatic, csv, tsv, json, parquet, xlsx, spss, stata, sas, sqlite };

/// How the bytes of a file are packed.
enum class Compression { none, gzip, zstd };

[[nodiscard]] std::string_view to_string(Format format);

/// True for the formats of other programs: workbooks, databases, files of statistics programs.
[[nodiscard]] bool is_foreign(Format format);

/// The compression that a file's name promises: `.gz`, `.zst`, else none.
[[nodiscard]] Compression compression_of_name(std::string_view path);

/// The format that a file's name promises, a `.gz` or `.zst` at its end left aside: .csv .txt .data
/// .tsv .tab .json .jsonl .ndjson .parquet .pq .xlsx .xlsm .sav .zsav .por .dta .sas7bdat .xpt
/// .sqlite .sqlite3 in any case of letters; else automatic.
[[nodiscard]] Format format_of_name(std::string_view path);

}  // namespace kanon
