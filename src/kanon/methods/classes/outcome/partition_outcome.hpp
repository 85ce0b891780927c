// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/classes/outcome/class_recoding.hpp"
#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/contract/method.hpp"

#include <vector>

namespace kanon::classes {

/// The axes of a task's attributes, measured by what its objective measures cells by.
[[nodiscard]] std::vector<Axis> make_axes(const Task& task);

/// Release every class of a partition by its own values: what all methods end with that divide row
/// types into classes or put them together. `infeasible` where more rows would be suppressed than
/// the task allows, or no class be released, unless the search was stopped; `optimal` where the
/// loss meets the bound. The bound is class_loss_bound() with that effort; the only figure among
/// the stats is `classes`.
[[nodiscard]] Outcome partition_outcome(const Task& task,
                                        const std::vector<Axis>& axes,
                                        const TypePartition& partition,
                                        const BoundEffort& bound_effort,
                                        const RunContext& context);

}  // namespace kanon::classes
