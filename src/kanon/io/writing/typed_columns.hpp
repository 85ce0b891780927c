// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <string>
#include <string_view>

/// Columns in their types, as DuckDB and SQLite write them.
namespace kanon::io {

/// The SQL type that a column is written in; "": as text, for texts are, and numbers that it would
/// not keep.
[[nodiscard]] std::string written_type(const Column& column);

/// What is selected from kanon_rows (RowBatches), each column in its type under its name.
[[nodiscard]] std::string select_list(const Table& table);

/// DuckDB takes names that differ only in case for one, and would rename or lose a column.
/// \throws Error{bad_output}; `file` stands in it
void check_column_names(const Table& table, const std::string& file);

/// Why a file could not be written, of what DuckDB says: its words name the file and the system's
/// reason, and no cells.
[[nodiscard]] std::string write_fault(std::string_view message);

}  // namespace kanon::io
