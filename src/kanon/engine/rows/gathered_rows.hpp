// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/rows/blank_rows.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/column_builder.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kanon::engine {

/// A column whose values are wanted.
struct WantedColumn {
    std::string name;
    std::vector<std::string> missing_marks{};  ///< spellings that are missing, besides NULL and ''
    bool must_have = false;                    ///< rows in which it is missing are left out
};

struct GatherOptions {
    std::uint64_t most_distinct = Table::kMostRows;  ///< distinct rows that there is room for
    std::uint64_t most_rows = ~std::uint64_t{0};     ///< rows that are kept; more are refused
    /// Rows that are looked at, of each source, whichever the engine gives first; 0: all.
    std::uint64_t row_limit = 0;
    bool show_values = false;  ///< messages may quote cells
    BlankColumns blank{};      ///< rows without a value in them are not looked at; empty: all are
};

/// What there is in place of rows where more of them are distinct than there is room for.
struct TooManyDistinct {
    std::uint64_t room = 0;  ///< distinct rows
    std::string file;        ///< the first source, as it may be shown
};

/// For whoever cannot do without the rows: Error{bad_input}.
[[nodiscard]] Error error_of(const TooManyDistinct& found);

/// What was read, if there was room for it. \throws error_of() if there was not
template <class Read>
[[nodiscard]] Read require_room(std::variant<Read, TooManyDistinct> found) {
    if (const auto* const too_many = std::get_if<TooManyDistinct>(&found)) {
        throw error_of(*too_many);
    }
    return std::get<Read>(std::move(found));
}

/// One of the sources that are one table together: a session, and what of it is meant.
struct SourcePart {
    Connection* connection = nullptr;
    SourceAddress address;
};

/// Distinct rows of some columns as the engines gave them, in their order.
struct GatheredRows {
    std::vector<ColumnBuilder> columns;  ///< one per column that is wanted, yet to be finished
    /// Per column: in what type files and frames hold its values, if its texts are those of it.
    std::vector<std::string> storage_types;
    std::vector<std::uint64_t> counts;  ///< per distinct row, >= 1 each; none where none is kept
    std::vector<std::uint32_t> parts;   ///< per distinct row: of which source it is
    std::uint64_t rows = 0;             ///< their sum
    std::uint64_t dropped_rows = 0;     ///< left out, as a column lacks a value that it must have
};

/// What stands after FROM for the table, view or query of an address. \throws as quoted_name()
[[nodiscard]] std::string from_clause(const Dialect& dialect, const SourceAddress& address);

/// A count(*) as a number. \throws Error{bad_input} if the cell is none
[[nodiscard]] std::uint64_t row_count_of(const Cell& cell);

/// The number of rows of what stands behind FROM. \throws EngineFault
[[nodiscard]] std::uint64_t count_of(Connection& connection, const std::string& from);

/// Let each engine group its rows by these columns, all at once, and take each distinct row with
/// its count. Values are texts as the engine spells them, equal if every byte is; rows that missing
/// marks make alike are not merged. \pre at least one column
/// \throws Error{bad_input}: what an engine says (error_of()), and with the column: names that the
/// engine cannot have, texts that no table can hold, more rows than are kept; Error{cancelled}
[[nodiscard]] std::variant<GatheredRows, TooManyDistinct> gather_rows(
    std::span<const SourcePart> parts,
    std::span<const WantedColumn> wanted,
    const GatherOptions& options = {});

}  // namespace kanon::engine
