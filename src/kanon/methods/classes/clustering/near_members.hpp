// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/clustering/clustering.hpp"
#include "kanon/task/task.hpp"

#include <vector>

namespace kanon::classes {

/// Grows one class after the other as k-member does, but of types near to each other in boxes
/// (NearLeft), so that the time grows with the number of types and not with its square. The types
/// are divided into parts of some tens of thousands. In each, classes begin where types lie
/// densest; a class takes the type that raises its loss least of those found near, until it has
/// the rows, and one more where it keeps every model with it. What is left over goes to the class
/// whose loss rises least. Draws nothing at random, and is the same for any thread count. Cost
/// about O(t m log t); memory O(t m). Borrows the task.
[[nodiscard]] ClusterTypes grow_near_members(const Task& task);

/// What is lost in the classes of grow_near_members(), as a share of all that can be; of a table of
/// more parts than four that of four. Infinite where the context stops it.
[[nodiscard]] double near_members_loss(const Task& task,
                                       const std::vector<Axis>& axes,
                                       const RunContext& context);

}  // namespace kanon::classes
