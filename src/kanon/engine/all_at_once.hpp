// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace kanon::engine {

/// Call `what` for 0 to count - 1, each in a thread of its own, and wait for all: most of the time
/// is that of the engines. \throws what the first of them threw that did
void all_at_once(std::size_t count, const std::function<void(std::size_t)>& what);

}  // namespace kanon::engine
