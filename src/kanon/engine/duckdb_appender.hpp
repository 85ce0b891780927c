// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/row_appender.hpp"

#include <duckdb.h>

#include <memory>
#include <string>

namespace kanon::engine {

/// Puts rows into a table of DuckDB; `table` is its name in SQL, with its schema if it has one,
/// each in double quotes. The connection must outlive it. \throws EngineFault
[[nodiscard]] std::unique_ptr<RowAppender> append_to_duckdb(duckdb_connection connection,
                                                            const std::string& table);

}  // namespace kanon::engine
