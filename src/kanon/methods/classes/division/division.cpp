// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/division.hpp"

#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/refinement/starred_mending.hpp"
#include "kanon/methods/classes/space/axis.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

constexpr std::size_t kMostDividedTwice = std::size_t{1} << 18U;

}  // namespace

double loss_if_released(const Task& task,
                        const std::vector<Axis>& axes,
                        const TypePartition& partition,
                        unsigned threads) {
    if (task.objective == Objective::gcp || task.objective == Objective::lm) {
        return cells_lost(task, axes, partition, threads);
    }
    const LossFacts facts = recode_classes(task, axes, partition, threads).facts;
    return facts.suppressed_rows > task.suppression_limit || facts.classes == 0
               ? kInfinity
               : objective_value(task.objective, facts);
}

TypePartition divide_by_prospect(const Task& task,
                                 const std::vector<Axis>& axes,
                                 const Splitting& splitting,
                                 const RunContext& context) {
    TypePartition first = divide_types(task, axes, splitting, context);
    if (!first.withheld || first.stopped || first.given_up || splitting.by_name) {
        return first;
    }
    const double loss = loss_if_released(task, axes, first, context.threads);
    const bool is_small = task.row_types().size() * axes.size() <= kMostDividedTwice;
    if (!is_small && loss < kInfinity && first.class_count() > 1) {
        return first;
    }
    Splitting going_on = splitting;
    going_on.stars = StarredParts::go_on;
    TypePartition second = divide_types(task, axes, going_on, context);
    mend_starred(task, axes, second);
    const bool is_better =
        !second.stopped && loss_if_released(task, axes, second, context.threads) < loss;
    TypePartition& better = is_better ? second : first;
    better.divisions = first.divisions + second.divisions;
    return std::move(better);
}

Outcome divided_outcome(const Task& task,
                        const Splitting& splitting,
                        const BoundEffort& bound_effort,
                        const RunContext& context) {
    const std::vector<Axis> axes = make_axes(task);
    const TypePartition partition = divide_by_prospect(task, axes, splitting, context);
    Outcome outcome = partition_outcome(task, axes, partition, bound_effort, context);
    outcome.stats.emplace(
        outcome.stats.begin(), "divisions_tried", static_cast<double>(partition.divisions));
    return outcome;
}

}  // namespace kanon::classes
