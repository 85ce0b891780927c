// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refinement/starting_classes.hpp"

#include "kanon/methods/classes/clustering/clustering.hpp"
#include "kanon/methods/classes/clustering/near_members.hpp"
#include "kanon/methods/classes/division/division.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/table/chosen_row_types.hpp"

#include <cstddef>
#include <utility>

namespace kanon::classes {
namespace {

/// Refining lowers what best-split begins with by more: classes of near types must lose so much
/// less. Adult with trees: near ones lose as much or more, and end 5 to 10 % above; generated stays
/// of 11 attributes: they lose half as much, and end 25 to 40 % below.
constexpr double kClearlyLess = 0.8;

constexpr std::size_t kMostComparedWhole = std::size_t{1} << 17U;  ///< types

constexpr Splitting kBestSplitting{.rule = SplitRule::best};

TypePartition near_classes(const Task& task, const TypeSpace& space, const RunContext& context) {
    return clustered_types(task, space, grow_near_members(task), context);
}

double loss_of(const Task& task,
               const TypeSpace& space,
               const TypePartition& partition,
               const RunContext& context) {
    return loss_if_released(task, space.axes(), partition, context.threads);
}

/// The classes that are to be begun with of the two.
struct Choice {
    TypePartition classes;
    bool near = false;
};

/// Best-split is given up where it loses as much as shows that it is not clearly better. Out of
/// time what loses less counts.
Choice choose(const Task& task, const TypeSpace& space, const RunContext& context) {
    TypePartition near = near_classes(task, space, context);
    const double loss = loss_of(task, space, near, context);
    Splitting splitting = kBestSplitting;
    splitting.most_lost = loss / kClearlyLess;
    TypePartition divided = divide_by_prospect(task, space.axes(), splitting, context);
    const double share = divided.stopped ? 1 : kClearlyLess;
    if (divided.given_up || loss < share * loss_of(task, space, divided, context)) {
        return {.classes = std::move(near), .near = true};
    }
    return {.classes = std::move(divided), .near = false};
}

Task some_near(const Task& task, const TypeSpace& space, unsigned threads) {
    Task some = task;
    some.count(chosen_row_types(task.row_types(), some_near_types(space, threads)));
    return some;
}

/// True if some of the types begin with near classes.
bool some_begin_near(const Task& task, const TypeSpace& space, const RunContext& context) {
    const Task some = some_near(task, space, context.threads);
    return choose(some, TypeSpace(some, space.axes()), context).near;
}

}  // namespace

TypePartition starting_classes(const Task& task,
                               const TypeSpace& space,
                               const RunContext& context) {
    const auto divided = [&] {
        return divide_by_prospect(task, space.axes(), kBestSplitting, context);
    };
    if (task.objective != Objective::gcp && task.objective != Objective::lm) {
        return divided();
    }
    if (task.row_types().size() <= kMostComparedWhole) {
        return choose(task, space, context).classes;
    }
    if (!context.should_stop() && !some_begin_near(task, space, context)) {
        TypePartition out = divided();
        return out.stopped ? choose(task, space, context).classes : out;
    }
    TypePartition near = near_classes(task, space, context);
    return loss_of(task, space, near, context) < kInfinity ? std::move(near) : divided();
}

bool starting_classes_lose(const Task& task,
                           const std::vector<Axis>& axes,
                           double share,
                           const RunContext& context) {
    const TypeSpace space(task, axes, TypeSpace::kNoParts, context.threads);
    const Task some = some_near(task, space, context.threads);
    const TypeSpace of_some(some, axes);
    const double loss = loss_of(some, of_some, near_classes(some, of_some, context), context);
    Splitting splitting = kBestSplitting;
    splitting.most_lost = share;
    return !context.should_stop() && loss >= share &&
           divide_types(task, axes, splitting, context).given_up;
}

}  // namespace kanon::classes
