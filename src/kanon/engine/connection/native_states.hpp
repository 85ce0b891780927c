// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/dialect/dialect.hpp"

#include <string>

namespace kanon::engine {

/// The SQLSTATE of a fault for which a driver says no more than HY000 (general error), by the
/// engine's own number for it, where that is about the session, rights or the machine; else
/// `state`.
[[nodiscard]] std::string told_state(const Dialect& dialect, const std::string& state, int native);

}  // namespace kanon::engine
