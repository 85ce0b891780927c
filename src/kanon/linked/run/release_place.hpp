// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/reading/read_options.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/io/writing/database_writer.hpp"
#include "kanon/linked/schema/schema_policy.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kanon::linked {

/// Where the tables of a release are.
struct ReleasePlace {
    /// Of a file that has them all as a database; none: files in a folder, of households one file.
    std::optional<io::DatabaseKind> database{};
    /// The files that are written: one of each table, "" for a made one; or the database alone.
    std::vector<std::string> files{};
    /// What read_input() takes for each table; "" for a made one.
    std::vector<std::string> inputs{};
};

/// Of what a user names: a folder; a new file of DuckDB (`duckdb:FILE`, or .duckdb, .ddb) or of
/// SQLite (.sqlite, .sqlite3, .db); of households a file. In a folder a table is in the format that
/// is asked for, else that of its input where that is written, else CSV.
/// \throws Error{usage} for an address of a server, and a format beside a database
[[nodiscard]] ReleasePlace find_release(const SchemaPolicy& schema,
                                        const std::string& output,
                                        Format format);

/// How one of its tables is read.
[[nodiscard]] ReadOptions reading_of(const ReleasePlace& place,
                                     const TablePolicy& table,
                                     ReadOptions options);

}  // namespace kanon::linked
