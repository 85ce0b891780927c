// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kanon::io {

/// How many bytes of a file foreign_file() wants to see.
inline constexpr std::size_t kForeignBytes = 4096;

/// What a file is and what to do with it, if its first bytes are those of a well-known kind that
/// is no table as it stands: workbooks, archives, databases, files of statistics programs. "" if
/// it is none of them.
///
/// Each kind is told by bytes with which no CSV, JSON or Parquet file begins, never by its name.
[[nodiscard]] std::string foreign_file(std::string_view start);

}  // namespace kanon::io
