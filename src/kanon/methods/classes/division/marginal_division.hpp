// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/contract/marginals.hpp"
#include "kanon/task/task.hpp"

#include <optional>
#include <span>

namespace kanon::classes {

/// Divide a class as divide_types() divides one of more than Splitting::by_margins_above() row
/// types, of which its marginals are all that counts. `marginals` has one of each attribute, of the
/// same rows; none: the class cannot be divided. Cost O(values m + models).
[[nodiscard]] std::optional<MarginalDivision> divide_class_by_marginals(
    const Task& task, const Splitting& splitting, std::span<const Marginal> marginals);

}  // namespace kanon::classes
