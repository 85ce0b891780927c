// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/dialect/column_types.hpp"
#include "kanon/engine/release/private_tables.hpp"
#include "kanon/engine/rows/blank_rows.hpp"

#include <span>
#include <string>
#include <vector>

namespace kanon::engine {

/// The rows that a release is made of, each with a key of its own.
struct KeyedRows {
    std::string table;                       ///< what stands after FROM: one name
    std::string key;                         ///< an expression of that table
    std::vector<std::string> columns;        ///< expressions of the columns that were asked for
    std::vector<ColumnType> types = {};      ///< theirs
    std::vector<std::string> declared = {};  ///< as declared_types() tells them
    /// Per column: spellings that mean missing there, besides NULL and ''.
    std::vector<std::vector<std::string>> missing_marks;
    std::vector<std::size_t> needed = {};  ///< columns: rows that miss a value there do not count
    std::string piece = {};   ///< a condition on a column of the table; "": all rows count
    BlankColumns blank = {};  ///< of the table: rows without a value in them do not count
    std::string source = {};  ///< the address that the rows are of, as messages call it

    /// The text of a column, '' where it is missing; `of`: a prefix, such as `s.`.
    [[nodiscard]] std::string text(const Dialect& dialect,
                                   std::size_t column,
                                   std::string_view of = "") const;

    /// ` WHERE ...` or "": which rows count.
    [[nodiscard]] std::string where(const Dialect& dialect, std::string_view of = "") const;
};

/// True if the engine has keys of its own for the rows of an address: it is a plain table. To be
/// asked outside of transactions, which the question may end. \throws Error{cancelled}
[[nodiscard]] bool has_row_keys(Connection& connection, const SourceAddress& address);

/// The rows of an address, by the engine's own keys if it `has_keys`, else by those of a private
/// copy of these columns; without those that have no value in `blank`, if it is not empty. Cost:
/// none, or a scan and a copy in the engine.
/// \throws EngineFault, Error{bad_input} as quoted_name()
[[nodiscard]] KeyedRows key_rows(PrivateTables& tables,
                                 const SourceAddress& address,
                                 std::span<const std::string> columns,
                                 bool has_keys,
                                 const BlankColumns& blank = {});

}  // namespace kanon::engine
