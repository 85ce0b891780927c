// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <cstdint>

namespace kanon::engine {

/// How many rows the engine's catalogue says that a table has, about, without looking at them: for
/// whoever waits. 0: that is not known, as of a view or a query. \throws Error{cancelled}
[[nodiscard]] std::uint64_t expected_rows(Connection& connection, const SourceAddress& address);

}  // namespace kanon::engine
