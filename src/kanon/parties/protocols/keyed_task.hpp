// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace kanon::parties {

/// The rows of one party whose columns stand beside those of others. Borrowed.
struct KeyedTask {
    const Task& task;
    std::span<const std::uint32_t> type_of_row;
    std::span<const std::string> keys;  ///< one per row, distinct, none empty
};

}  // namespace kanon::parties
