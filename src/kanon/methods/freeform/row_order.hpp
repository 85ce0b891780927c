// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/freeform/row_space.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <vector>

namespace kanon::freeform {

/// The rows in lexicographic order of their places, attributes of few values before those of many
/// and by name among those of as many, so that neighbours differ little. Cost O(n + t m log t).
[[nodiscard]] std::vector<std::uint32_t> rows_in_order(const Task& task, const RowSpace& space);

}  // namespace kanon::freeform
