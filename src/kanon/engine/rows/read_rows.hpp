// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"
#include "kanon/io/table_file.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace kanon::engine {

/// The table that sources are together, by its distinct rows: those of the first source, then those
/// of the next, each sorted by their codes, first column first. So engines with the same rows give
/// the same table.
struct EngineTable {
    ReadTable read;
    std::vector<std::uint64_t> counts;  ///< rows that each row stands for; empty: 1 each
    std::vector<std::uint64_t>
        first_rows;        ///< of each source; then the number of rows of the table
    BlankColumns blank{};  ///< rows of the sources without a value in them were left out
};

/// Bytes that so many distinct rows of so many columns take, with their release and all that is
/// made on the way: about, and of methods that divide classes.
[[nodiscard]] std::uint64_t bytes_of_distinct_rows(std::uint64_t rows, std::size_t columns);

/// Distinct rows that there is room for in so many bytes; 0: as many as a table may have.
[[nodiscard]] std::uint64_t most_distinct_rows(std::uint64_t bytes, std::size_t columns);

/// The same with each row as often as it was counted. Cost O(rows m).
[[nodiscard]] EngineTable row_by_row(EngineTable counted);

/// The names of the columns of the table, view or query of an address, in its order.
/// \throws Error{bad_input}: what the engine says, see error_of(); names that no table has.
[[nodiscard]] std::vector<std::string> column_names(Connection& connection,
                                                    const SourceAddress& address);

/// Read a table that engines count, as a file with the same cells is read: of the options count
/// types, missing marks, notations and what is to be found of them, columns to be skipped, rows to
/// be dropped, limits. A row limit takes whichever rows an engine gives first. An engine that is
/// asked twice, where marks were found in columns that must have a value, may have changed. The
/// columns are those of the first source, in its order; the others have the same.
///
/// Cost: gather_rows(), and O(d m log d) for d distinct rows. \throws Error{usage}: an option that
/// means nothing here; Error{bad_input}: as read_table() and gather_rows(), and what an engine
/// says; Error{cancelled}
[[nodiscard]] std::variant<EngineTable, TooManyDistinct> read_rows_with_room(
    std::span<const SourcePart> parts, const ReadOptions& options);

/// The same for whoever cannot do without the rows. \throws error_of() too many distinct ones
[[nodiscard]] EngineTable read_rows(std::span<const SourcePart> parts, const ReadOptions& options);

/// The same rows by their codes, those of a source that are alike as one: where codes were changed.
[[nodiscard]] EngineTable in_code_order(EngineTable counted);

/// A table of as many rows that has each value of each column as often as the sources have it, and
/// tells nothing of which values go together: what is known of a table whose distinct rows are too
/// many. Rows that are to be dropped for missing values are refused.
/// \throws as read_rows(), of the values of one column
[[nodiscard]] EngineTable read_marginals(std::span<const SourcePart> parts,
                                         const ReadOptions& options);

}  // namespace kanon::engine
