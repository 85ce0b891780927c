// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// A table of the engine.
struct NamedTable {
    std::string quoted;  ///< as SQL has it, with its schema
    std::string name;    ///< without quotes
};

/// A table by its name in quotes, of which none are doubled: a private one.
[[nodiscard]] NamedTable named_table(const Dialect& dialect, const std::string& quoted);

/// The types that columns of a table are declared with, as SQL has them, by the names of the
/// columns; "" where the dialect needs none (Dialect::declared_types) or the column has none.
/// \throws EngineFault
[[nodiscard]] std::vector<std::string> declared_types(Connection& connection,
                                                      const NamedTable& table,
                                                      std::span<const std::string> columns);

/// True if a star is a value of a column that is declared so. \pre the dialect has declared types
[[nodiscard]] bool takes_star(const Dialect& dialect, std::string_view declared);

}  // namespace kanon::engine
