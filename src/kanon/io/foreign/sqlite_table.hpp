// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/foreign/foreign_table.hpp"

#include <memory>
#include <string>
#include <vector>

namespace kanon::io {

/// Open the table or view of an SQLite database that the options name, or the only one there is.
///
/// The file is opened as it is, without locks and never written; a journal beside it, with changes
/// that are not in it, is refused. Whole numbers keep their 64 bits, others are the fewest digits
/// that tell the double, texts are as they are. \throws Error{bad_input}: no such table, several
/// and none named (they are listed), a BLOB, text that is no UTF-8, no database or a damaged one, a
/// view that takes more than ten billion steps to its next row; Error{cancelled}
[[nodiscard]] std::unique_ptr<ForeignTable> open_sqlite(const ForeignFile& file);

/// A row for each column of each foreign key of the tables of a database: a name of the key, table,
/// column, the table that it refers to, the column there. \throws as open_sqlite()
[[nodiscard]] std::vector<std::vector<std::string>> sqlite_foreign_keys(const std::string& path,
                                                                        const RunContext& context);

}  // namespace kanon::io
