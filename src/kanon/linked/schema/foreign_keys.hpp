// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

#include <string>
#include <vector>

namespace kanon::linked {

/// A column of a table whose values are keys of another one.
struct ForeignKey {
    std::string table;
    std::string column;
    std::string parent;
    std::string key;  ///< column of the parent

    friend bool operator==(const ForeignKey&, const ForeignKey&) = default;
};

/// A database, as a policy names it.
struct NamedDatabase {
    /// A file of SQLite or DuckDB, or an address without its table: `duckdb:file`,
    /// `postgresql://host/database`, `odbc:DSN`.
    std::string name;
    bool is_sqlite = false;

    /// What read_input() takes for one of its tables; of SQLite the file, whose table is a setting.
    [[nodiscard]] std::string input_of(const std::string& table) const;
};

/// \throws Error{bad_input} if there is no such file
[[nodiscard]] NamedDatabase find_database(const std::string& name);

/// The foreign keys of one column each that the catalogue of a database has, sorted. Keys of
/// several columns are left out. \throws Error{bad_input}: it cannot be opened or asked
[[nodiscard]] std::vector<ForeignKey> foreign_keys_of(const NamedDatabase& database,
                                                      const RunContext& context);

}  // namespace kanon::linked
