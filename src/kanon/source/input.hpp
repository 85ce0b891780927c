// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/table_file.hpp"

#include <string>
#include <string_view>
#include <vector>

/// Tables where they are: an input is a path, a pattern of several files, `-` (standard input), or
/// the address of a table, a view or a query in a database: `odbc:DSN/table`,
/// `postgresql://[user@]host[:port]/database/table`, `duckdb:file/table`; docs/reading.md.
namespace kanon {

/// True for an address. \throws Error{bad_input}, which quotes no part of it: it holds a password,
/// or a part is missing or malformed.
[[nodiscard]] bool is_address(std::string_view input);

/// An input as it may stand in messages and reports: an address without its user and the text of
/// its query, of a malformed one no more than its scheme; anything else as it is.
[[nodiscard]] std::string shown_input(std::string_view input);

/// Read an input. Rows of a database have no order: they come sorted by their codes, so that every
/// engine with the same rows gives the same table.
/// \throws as read_table(); Error{bad_input}: what the engine says, as far as that quotes no cell;
/// Error{usage}: an option that means nothing for a database
[[nodiscard]] ReadTable read_input(const std::string& input,
                                   const ReadOptions& options,
                                   const RunContext& context);

/// The names of the columns of an input. Same errors.
[[nodiscard]] std::vector<std::string> input_columns(const std::string& input,
                                                     const ReadOptions& options);

}  // namespace kanon
