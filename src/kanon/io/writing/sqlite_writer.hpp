// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/writing/database_writer.hpp"

namespace kanon::io {

/// Write a database of SQLite over the empty file at `path`; write_database_file() has the rest.
/// Whole numbers are INTEGER, binary fractions REAL, all else is text.
void write_sqlite(const std::vector<WrittenTable>& tables,
                  const std::string& path,
                  const std::string& name,
                  const RunContext& context);

}  // namespace kanon::io
