// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <memory>

namespace kanon::engine {

/// The ways to connect that connect() chooses from. \pre the address is of the kind
[[nodiscard]] std::unique_ptr<Connection> connect_odbc(const SourceAddress& address,
                                                       const RunContext& context);
[[nodiscard]] std::unique_ptr<Connection> connect_duckdb(const SourceAddress& address,
                                                         const RunContext& context,
                                                         Access access);

}  // namespace kanon::engine
