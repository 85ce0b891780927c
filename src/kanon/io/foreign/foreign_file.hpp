// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/table_format.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace kanon::io {

/// How many bytes of a file the functions below want to see.
inline constexpr std::size_t kForeignBytes = 4096;

/// The format of a file of another program that is read: SPSS, Stata, SAS, SQLite; else automatic.
/// Each kind is told by bytes with which no CSV, JSON or Parquet file begins, never by its name.
[[nodiscard]] Format format_of_content(std::string_view start);

/// xlsx if the files of a zip archive, by their names, are those of a workbook; else automatic.
[[nodiscard]] Format format_of_zip(std::span<const std::string> members);

/// What a file is and what to do with it, if its first bytes are those of a well-known kind that
/// is not read: other workbooks, archives, databases. "" if it is none of them.
[[nodiscard]] std::string foreign_file(std::string_view start);

/// The same of a zip archive by the names of its files: workbooks of other programs, documents.
[[nodiscard]] std::string foreign_zip(std::span<const std::string> members);

/// What a format is called in messages: `an Excel workbook (.xlsx)`.
[[nodiscard]] std::string_view name_of_format(Format format);

}  // namespace kanon::io
