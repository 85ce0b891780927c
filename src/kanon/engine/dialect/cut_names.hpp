// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <string>
#include <vector>

namespace kanon::engine {

/// The names of the columns of a query in SQLite, whose ODBC driver gives what stands behind the
/// last point of a name (`cut`, as many as there are columns): the whole ones are asked of a view
/// that the session makes for itself. Names that two columns have are so for both.
/// \throws EngineFault, Error{cancelled}
[[nodiscard]] std::vector<std::string> whole_names(Connection& connection,
                                                   const std::string& sql,
                                                   const std::vector<std::string>& cut);

}  // namespace kanon::engine
