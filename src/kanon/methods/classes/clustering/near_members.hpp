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
/// whose loss rises least. Stopped early, it makes classes of the types left as they follow each
/// other in order_near(). Draws nothing at random, and is the same for any thread count. Cost about
/// O(t m log t); memory O(t m). Borrows the task.
[[nodiscard]] ClusterTypes grow_near_members(const Task& task);

/// The row types of some parts of grow_near_members(), evenly among all: all of a table of no more
/// parts than four. By the task's numbers, ascending. Cost O(t log t m).
[[nodiscard]] std::vector<std::uint32_t> some_near_types(const TypeSpace& space, unsigned threads);

}  // namespace kanon::classes
