// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// What an engine says of a column, and how its cells become texts that tell all that they do. Each
/// type that can be read is in the list of column_types.cpp with its own conversion.
struct ColumnType {
    std::string name;                 ///< as the engine calls it; "": cells have types, not columns
    bool is_listed = false;           ///< its cells can be read; else a column of it is refused
    std::string_view spelled = "{}";  ///< of a cell `{}`: what Dialect::as_text spells exactly
    /// Of a cell `{}`: what must be the same in all cells of one text, which the engine is asked
    /// where a condition on some cell (`doubtful`) holds; "": the conversion alone sees to that.
    std::string_view apart;
    std::string_view doubtful;
    bool takes_star = false;  ///< a text that a star fits into, as far as the name tells
};

/// True if no two values of a type that the engine takes for alike have different texts, and none
/// that it takes for different have the same.
[[nodiscard]] bool is_exact_type(const Dialect& dialect, std::string_view type);

/// The types of expressions; names are "" where a table without rows does not tell them.
/// `from` is what stands behind FROM; no row of it is looked at but, in some engines, one.
/// \throws EngineFault
[[nodiscard]] std::vector<ColumnType> column_types(Connection& connection,
                                                   std::span<const std::string> expressions,
                                                   const std::string& from);

/// Refuse columns of types that are not listed, the first of them by its name and that of its type.
/// `names`: of the columns; `file`: where they are. \throws Error{bad_input}
void refuse_unlisted(std::span<const ColumnType> types,
                     std::span<const std::string> names,
                     const std::string& file);

/// A cell of a type as what Dialect::as_text spells exactly.
[[nodiscard]] std::string spelled_by(const ColumnType& type, std::string_view expression);

/// Its text, as text_of() and key_of().
[[nodiscard]] std::string text_of(const Dialect& dialect,
                                  const ColumnType& type,
                                  std::string_view expression,
                                  std::span<const std::string> missing_marks = {});
[[nodiscard]] std::string key_of(const Dialect& dialect,
                                 const ColumnType& type,
                                 std::string_view expression,
                                 std::span<const std::string> missing_marks);

}  // namespace kanon::engine
