// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

struct sqlite3;

namespace kanon::io {

/// Replace a connection's functions behind LIKE and GLOB, which take exponential time for patterns
/// of many wildcards and cannot be stopped, by ones that say the same, take at most the product of
/// both lengths, and ask every 1,000 steps whether to stop: then the statement ends with
/// SQLITE_INTERRUPT. `should_stop` must outlive the connection.
void use_bounded_patterns(sqlite3* connection, const std::function<bool()>& should_stop);

}  // namespace kanon::io
