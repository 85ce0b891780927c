// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/contract/margins.hpp"
#include "kanon/task/task.hpp"

#include <optional>
#include <span>

namespace kanon::classes {

/// Divide a class as divide_types() divides one of more than Splitting::by_margins_above() row
/// types, of which its margins are all that counts. `margins` has one of each attribute, of the
/// same rows; none: the class cannot be divided. Cost O(values m + models).
[[nodiscard]] std::optional<MarginDivision> divide_class_by_margins(
    const Task& task, const Splitting& splitting, std::span<const Margin> margins);

}  // namespace kanon::classes
