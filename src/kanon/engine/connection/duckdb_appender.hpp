// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/row_appender.hpp"
#include "kanon/io/reading/database.hpp"

#include <memory>
#include <string>

namespace kanon::engine {

/// Puts rows into a table of DuckDB; `table` is its name in SQL, with its schema if it has one,
/// each in double quotes. The database must outlive it. \throws EngineFault, Error{cancelled}
[[nodiscard]] std::unique_ptr<RowAppender> append_to_duckdb(const io::Database& database,
                                                            const std::string& table);

}  // namespace kanon::engine
