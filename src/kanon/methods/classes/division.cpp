// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division.hpp"

#include "kanon/methods/classes/axis.hpp"
#include "kanon/methods/classes/partition_outcome.hpp"

#include <vector>

namespace kanon::classes {

Outcome divided_outcome(const Task& task,
                        const Splitting& splitting,
                        const BoundEffort& bound_effort,
                        const RunContext& context) {
    const std::vector<Axis> axes = make_axes(task);
    const TypePartition partition = divide_types(task, axes, splitting, context);
    Outcome outcome = partition_outcome(task, axes, partition, bound_effort, context);
    outcome.stats.emplace(
        outcome.stats.begin(), "divisions_tried", static_cast<double>(partition.divisions));
    return outcome;
}

}  // namespace kanon::classes
