// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/box_stages.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>

namespace kanon::classes {
namespace {

constexpr std::uint64_t kSortSteps = 8;  ///< that sorting a type is worth
constexpr std::uint64_t kSetSteps = 4;   ///< and counting its rows by values

}  // namespace

BoxStages::BoxStages(const BoxTree& tree, std::uint64_t needed_rows)
    : tree_(tree),
      needed_rows_(needed_rows),
      stages_(tree.axes().size()),
      axis_order_(tree.axes().size()) {
    // Labels are few, and ranges of the longest axis are found by two ends: these come last.
    std::iota(axis_order_.begin(), axis_order_.end(), std::size_t{0});
    std::sort(axis_order_.begin(), axis_order_.end(), [&](std::size_t a, std::size_t b) {
        const auto key = [&](std::size_t axis) {
            return std::tuple(tree.axes()[axis].by_range(), tree.axes()[axis].size(), axis);
        };
        return key(a) < key(b);
    });
}

void BoxStages::settle_axes() {
    const std::span<const Place> own = tree_.places(type_);
    depths_ = 0;
    settled_loss_ = 0;
    for (const std::size_t axis : axis_order_) {
        const double least = tree_.pair_loss(axis, own[axis], own[axis]);
        const bool apart =
            std::any_of(candidates_.begin(), candidates_.end(), [&](std::uint32_t candidate) {
                return tree_.pair_loss(axis, own[axis], tree_.places(candidate)[axis]) > least;
            });
        stages_[depths_].axis = axis;
        depths_ += apart ? 1 : 0;
        settled_loss_ += apart ? 0 : least;
    }
}

void BoxStages::take_stages() {
    for (std::size_t depth = depths_; depth-- > 0;) {
        take_stage(depth);
    }
    slots_.resize(2 * (depths_ + 1) * candidates_.size());
}

BoxStages::Types BoxStages::all_candidates() {
    std::iota(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(candidates_.size()), 0U);
    return {slots_.data(), candidates_.size()};
}

/// \pre the stage after it is taken
void BoxStages::take_stage(std::size_t depth) {
    Stage& stage = stages_[depth];
    const Stage* next = depth + 1 < depths_ ? &stages_[depth + 1] : nullptr;
    const Axis& axis = tree_.axes()[stage.axis];
    stage.own = tree_.places(type_)[stage.axis];
    stage.two_ended = axis.by_range() && !axis.is_missing(stage.own);
    stage.by_set = axis.by_set();
    stage.any_set = false;
    stage.least_loss = tree_.pair_loss(stage.axis, stage.own, stage.own);
    stage.least_after = next == nullptr ? 0 : next->least_loss + next->least_after;
    const std::size_t count = candidates_.size();
    stage.places.resize(count);
    stage.losses.resize(count);
    stage.after.resize(count);
    const double* const losses = tree_.pair_losses(stage.axis, stage.own);
    for (std::size_t i = 0; i < count; ++i) {
        const Place place = tree_.places(candidates_[i])[stage.axis];
        stage.places[i] = place;
        stage.losses[i] = losses != nullptr ? losses[place] : axis.pair_loss(stage.own, place);
        stage.after[i] = next == nullptr ? 0 : next->losses[i] + next->after[i];
    }
}

std::vector<BoxStages::Types> BoxStages::by_place(std::size_t room,
                                                  const Stage& stage,
                                                  Types types) {
    std::vector<Types> groups(1);
    if (!spend(kSortSteps * types.size())) {
        return groups;
    }
    std::uint32_t* const sorted = slot(room);
    std::copy(types.begin(), types.end(), sorted);
    const auto key = [&](std::uint32_t type) {
        const Place place = stage.places[type];
        return std::tuple(place != stage.own, place, type);
    };
    std::sort(sorted, sorted + types.size(), [&](std::uint32_t a, std::uint32_t b) {
        return key(a) < key(b);
    });
    for (std::size_t begin = 0; begin < types.size();) {
        std::size_t end = begin + 1;
        while (end < types.size() && stage.places[sorted[end]] == stage.places[sorted[begin]]) {
            ++end;
        }
        const Types group(sorted + begin, end - begin);
        if (stage.places[sorted[begin]] == stage.own) {
            groups[0] = group;
        } else {
            groups.push_back(group);
        }
        begin = end;
    }
    return groups;
}

std::size_t BoxStages::values_needed(const Stage& stage, Types types) {
    if (!spend(kSetSteps * types.size())) {
        return 1;
    }
    rows_of_place_.resize(std::max(rows_of_place_.size(), tree_.axes()[stage.axis].size()));
    place_rows_.clear();
    for (const std::uint32_t type : types) {
        std::uint64_t& rows = rows_of_place_[stage.places[type]];
        if (rows == 0) {
            place_rows_.emplace_back(0, stage.places[type]);
        }
        rows += rows_[type];
    }
    std::uint64_t rows = 0;
    for (auto& [of_place, place] : place_rows_) {
        of_place = std::exchange(rows_of_place_[place], 0);
        rows += place == stage.own ? of_place : 0;
        of_place = place == stage.own ? 0 : of_place;
    }
    std::sort(place_rows_.begin(), place_rows_.end(), std::greater<>());
    std::size_t values = 1;
    while (rows < needed_rows_ && values <= place_rows_.size()) {
        rows += place_rows_[values - 1].first;
        ++values;
    }
    return values;
}

double BoxStages::raise_of_sets(Types types) {
    double raise = 0;
    for (std::size_t depth = 0; depth < depths_; ++depth) {
        const Stage& stage = stages_[depth];
        if (stage.any_set) {
            const Axis& axis = tree_.axes()[stage.axis];
            const std::size_t values = std::max(values_needed(stage, types), any_set_);
            raise += axis.loss_of_count(values) - axis.loss_of_count(any_set_);
        }
    }
    return raise;
}

}  // namespace kanon::classes
