// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection.hpp"
#include "kanon/engine/counted_rows.hpp"
#include "kanon/io/table_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::engine {

/// A table of an engine, counted and row by row.
struct EngineTable {
    CountedRows counted;  ///< distinct rows
    /// Row i of the table below is row counted_row_of_row[i] of the counted one; ascending.
    std::vector<std::uint32_t> counted_row_of_row;
    /// The rows sorted by their codes, first column first, so that every engine with the same rows
    /// gives the same table; dictionaries are shared with the counted one.
    ReadTable read;
};

/// The names of the columns of the table, view or query of an address, in its order.
/// \throws Error{bad_input}: what the engine says, see error_of(); names that no table has.
[[nodiscard]] std::vector<std::string> column_names(Connection& connection,
                                                    const SourceAddress& address);

/// Read a table that the engine counts, as a file with the same cells is read: of the options count
/// types, missing marks, notations and what is to be found of them, columns to be skipped, rows to
/// be dropped, limits. A row limit takes whichever rows the engine gives first. An engine that is
/// asked twice, where marks were found in columns that must have a value, may have changed.
///
/// Cost: count_rows(), and O(n m) for n rows. \throws Error{usage}: an option that means nothing
/// here; Error{bad_input}: as read_table() and gather_rows(), and what the engine says;
/// Error{cancelled}
[[nodiscard]] EngineTable read_rows(Connection& connection,
                                    const SourceAddress& address,
                                    const ReadOptions& options);

}  // namespace kanon::engine
