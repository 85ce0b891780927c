// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/classes/space/type_space.hpp"
#include "kanon/task/task.hpp"

#include <vector>

namespace kanon::classes {

/// The classes that refining begins with: those of best-split, or of grow_near_members() where
/// these lose clearly less by gcp or lm, as of many attributes without a hierarchy. Of more than
/// 131,072 row types that is judged by some parts of the table. Cost as both, of many types mostly
/// as one of them.
[[nodiscard]] TypePartition starting_classes(const Task& task,
                                             const TypeSpace& space,
                                             const RunContext& context);

/// True if the classes that refining a large table begins with lose that share of all that can be
/// lost, or more. Of a small share a small part of best-split says so. False where the context
/// stops it before. \pre the objective is gcp or lm
[[nodiscard]] bool starting_classes_lose(const Task& task,
                                         const std::vector<Axis>& axes,
                                         double share,
                                         const RunContext& context);

}  // namespace kanon::classes
