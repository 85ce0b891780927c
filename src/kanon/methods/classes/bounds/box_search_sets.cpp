// SPDX-License-Identifier: Apache-2.0
// The part of BoxSearch that is about sets.

#include "kanon/methods/classes/bounds/box_search.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::uint64_t kSortSteps = 8;  ///< that sorting a type is worth
constexpr std::uint64_t kSetSteps = 4;   ///< and counting its rows by values

}  // namespace

/// Give the axis of this depth its own value alone, then each other value beside it, then more
/// values, whichever these are.
void BoxSearch::try_sets(std::size_t depth, Types types, double loss) {
    Stage& stage = stages_[depth];
    const Axis& axis = tree_.axes()[stage.axis];
    const std::vector<Types> groups = by_place(2 * depth + 1, stage, types);
    const auto go_on = [&](double set, Types others) {
        if (stopped_ || loss + set + stage.least_after >= best_) {
            return;
        }
        const double room = best_ - loss - set;
        const Types kept = keep_both(2 * depth + 2, groups[0], others, [&](std::uint32_t type) {
            return stage.after[type] < room;
        });
        if (!kept.empty()) {
            descend(depth + 1, kept, loss + set);
        }
    };
    go_on(stage.least_loss, {});
    for (std::size_t other = 1; other < groups.size(); ++other) {
        go_on(axis.loss_of_count(2), groups[other]);
    }
    const double any = groups.size() >= any_set_ ? axis.loss_of_count(any_set_) : kInfinity;
    if (!stopped_ && loss + any + stage.least_after < best_) {
        const double room = best_ - loss - any;
        const Types kept = keep(
            2 * depth + 2, types, [&](std::uint32_t type) { return stage.after[type] < room; });
        stage.any_set = true;
        if (!kept.empty()) {
            descend(depth + 1, kept, loss + any);
        }
        stage.any_set = false;
    }
}

/// The types by their places on an axis, each in their order: first those at the type's own.
std::vector<BoxSearch::Types> BoxSearch::by_place(std::size_t slot,
                                                  const Stage& stage,
                                                  Types types) {
    std::vector<Types> groups(1);
    if (steps_ < kSortSteps * types.size()) {
        stopped_ = true;
        return groups;
    }
    steps_ -= kSortSteps * types.size();
    std::uint32_t* const sorted = slots_.data() + slot * candidates_.size();
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

/// How many values a set needs at least to hold the rows needed of these types.
std::size_t BoxSearch::values_needed(const Stage& stage, Types types) {
    if (steps_ < kSetSteps * types.size()) {
        stopped_ = true;
        return 1;
    }
    steps_ -= kSetSteps * types.size();
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

/// By how much sets of any values lose more than was counted for them.
double BoxSearch::raise_of_sets(Types types) {
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

/// The fewest values with the rows needed: its own, and those with the most rows.
void BoxSearch::close_by_set(const Stage& stage, Types types, double loss) {
    const std::size_t values = values_needed(stage, types);
    const double set = loss + tree_.axes()[stage.axis].loss_of_count(values);
    if (stopped_ || set >= best_) {
        return;
    }
    const Types kept = keep(2 * depths_, types, [&](std::uint32_t type) {
        const auto end = place_rows_.begin() + static_cast<std::ptrdiff_t>(values - 1);
        return stage.places[type] == stage.own ||
               std::any_of(place_rows_.begin(), end, [&](const auto& other) {
                   return other.second == stage.places[type];
               });
    });
    if (!kept.empty()) {
        take(kept, set);
    }
}

}  // namespace kanon::classes
