// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <string>
#include <vector>

namespace kanon::engine {

/// The names of the columns of a query, of an engine that tells them without running it.
/// \pre Dialect::describe is not "" \throws EngineFault, Error{cancelled}
[[nodiscard]] std::vector<std::string> described_names(Connection& connection,
                                                       const std::string& sql);

}  // namespace kanon::engine
