// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::io {

/// A file that holds a database.
enum class DatabaseKind : std::uint8_t { duckdb, sqlite };

/// A table of a database that is written.
struct WrittenTable {
    std::string name;
    const Table* table = nullptr;  ///< outlives the writing
    std::string key{};             ///< column, whose values are of one row each; "": none
    std::string foreign{};         ///< column with keys of the parent; "": none
    std::string parent{};          ///< name of a table before this one
    std::string parent_key{};      ///< its column
};

/// The columns of a CREATE TABLE, with keys and references; `type_of` gives their types.
[[nodiscard]] std::string declared_columns(const WrittenTable& table,
                                           std::string (*type_of)(const Column& column));

/// Write a database of these tables over the empty file at `path`, keys and references declared.
/// Columns are written in their types where these keep every number, else as text; a missing value
/// is NULL. `name` stands in messages. Cost O(cells). \throws Error{bad_output}: names that differ
/// only in case, or that the engine keeps for itself; Error{cancelled}; std::system_error if the
/// file system refuses
void write_database_file(DatabaseKind kind,
                         const std::vector<WrittenTable>& tables,
                         const std::string& path,
                         const std::string& name,
                         const RunContext& context);

}  // namespace kanon::io
