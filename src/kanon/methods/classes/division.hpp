// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/class_recoding.hpp"
#include "kanon/methods/classes/partition.hpp"
#include "kanon/methods/contract/method.hpp"

namespace kanon::classes {

/// Divide the row types top down and release every class by its own values: what the
/// methods that divide have in common. The bound is class_loss_bound() with that
/// effort.
[[nodiscard]] Outcome divided_outcome(const Task& task,
                                      const Splitting& splitting,
                                      const BoundEffort& bound_effort,
                                      const RunContext& context);

}  // namespace kanon::classes
