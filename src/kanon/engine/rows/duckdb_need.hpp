// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace kanon::engine {

/// Bytes that DuckDB needs, about, to count rows by these columns, and to join and count those of
/// their release: all of them, or, of many, what it cannot do without while it writes to a folder
/// what does not fit. Measured, with one thread; each further one takes what there is. Rows are
/// counted, and texts of the first 10,000 looked at. Cost: a scan, of a view or query.
/// \throws EngineFault, Error{bad_input}
[[nodiscard]] std::uint64_t duckdb_bytes_for(Connection& connection,
                                             const SourceAddress& address,
                                             std::span<const std::string> columns);

}  // namespace kanon::engine
