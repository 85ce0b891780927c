// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refinement/starting_classes.hpp"

#include "kanon/methods/classes/clustering/clustering.hpp"
#include "kanon/methods/classes/clustering/near_members.hpp"
#include "kanon/methods/classes/division/division.hpp"

#include <cstddef>
#include <utility>

namespace kanon::classes {
namespace {

/// Refining lowers what best-split begins with by more: classes of near types must lose so much
/// less. Adult with trees: near ones lose as much or more, and end 5 to 10 % above; generated stays
/// of 11 attributes: they lose half as much, and end 25 to 40 % below.
constexpr double kClearlyLess = 0.8;

constexpr std::size_t kMostGrownWhole = std::size_t{1} << 17U;  ///< types, only to compare

constexpr Splitting kBestSplitting{.rule = SplitRule::best};

/// By best-split; given up where it loses as much as that, so that it is not clearly better.
TypePartition divided_below(const Task& task,
                            const std::vector<Axis>& axes,
                            double near_loss,
                            const RunContext& context) {
    Splitting splitting = kBestSplitting;
    splitting.most_lost = near_loss / kClearlyLess;
    return divide_by_prospect(task, axes, splitting, context);
}

TypePartition near_classes(const Task& task,
                           const std::vector<Axis>& axes,
                           const RunContext& context) {
    return clustered_types(task, axes, ClusterUnit::types, grow_near_members(task), context);
}

}  // namespace

TypePartition starting_classes(const Task& task,
                               const std::vector<Axis>& axes,
                               const RunContext& context) {
    const auto divided = [&] { return divide_by_prospect(task, axes, kBestSplitting, context); };
    const auto loss_of = [&](const TypePartition& partition) {
        return partition.stopped ? kInfinity
                                 : loss_if_released(task, axes, partition, context.threads);
    };
    if (task.objective != Objective::gcp && task.objective != Objective::lm) {
        return divided();
    }
    if (task.row_types().size() <= kMostGrownWhole) {
        TypePartition near = near_classes(task, axes, context);
        const double loss = loss_of(near);
        TypePartition other = divided_below(task, axes, loss, context);
        const bool is_less = other.given_up || loss < kClearlyLess * loss_of(other);
        return std::move(is_less ? near : other);
    }
    const double estimate = near_members_loss(task, axes, context);
    TypePartition other = divided_below(task, axes, estimate, context);
    if (!other.given_up) {
        return other;
    }
    TypePartition near = near_classes(task, axes, context);
    return loss_of(near) < kInfinity ? std::move(near) : divided();
}

bool starting_classes_lose(const Task& task,
                           const std::vector<Axis>& axes,
                           double share,
                           const RunContext& context) {
    Splitting splitting = kBestSplitting;
    splitting.most_lost = share;
    return near_members_loss(task, axes, context) >= share &&
           divide_types(task, axes, splitting, context).given_up;
}

}  // namespace kanon::classes
