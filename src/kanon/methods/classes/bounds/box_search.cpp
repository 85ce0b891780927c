// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/box_search.hpp"

#include <algorithm>
#include <limits>

namespace kanon::classes {

bool BoxSearch::run(std::uint32_t type,
                    std::span<const NearType> near,
                    double below,
                    SetSearch sets,
                    std::uint64_t& steps) {
    type_ = type;
    any_set_ = sets == SetSearch::any ? 2 : 3;
    best_ = below;
    box_.clear();
    stopped_ = false;
    take_candidates(near);
    const std::uint64_t cost = candidates_.size() * stages_.size();
    if (steps < cost) {
        return false;
    }
    steps_ = steps - cost;
    order_candidates();
    take_stages();
    descend(0, {all_candidates(), tally()}, settled_loss_);
    steps = steps_;
    return !stopped_;
}

/// The types that a better box may hold.
void BoxSearch::take_candidates(std::span<const NearType> near) {
    candidates_.clear();
    for (const NearType& each : near) {
        if (each.loss < best_) {
            candidates_.push_back(each.type);
        }
    }
}

/// The candidates along the last axis on which they are apart from the type.
void BoxSearch::order_candidates() {
    settle_axes();
    keys_.clear();
    for (const std::uint32_t type : candidates_) {
        const Place place = depths_ == 0 ? 0 : tree_.places(type)[stages_[depths_ - 1].axis];
        keys_.push_back(std::uint64_t{place} << 32U | type);
    }
    std::sort(keys_.begin(), keys_.end());
    rows_.clear();
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        candidates_[i] = static_cast<std::uint32_t>(keys_[i]);
        rows_.push_back(static_cast<std::uint32_t>(tree_.rows(candidates_[i])));
    }
}

bool BoxSearch::close(std::size_t depth, const Kept& from, double loss) {
    const Stage& stage = stages_[depth];
    loss += any_set_ > 2 ? raise_of_sets(from.types) : 0;
    if (stage.by_set) {
        close_by_set(stage, from.types, loss);
    } else if (stage.two_ended) {
        close_by_ends(stage, from.types, loss);
    } else {
        close_by_label(stage, from, loss);
    }
    return true;
}

void BoxSearch::close_by_label(const Stage& stage, const Kept& from, double loss) {
    double label = stage.least_loss;
    while (!stopped_ && loss + label < best_) {
        double next = std::numeric_limits<double>::infinity();
        const Kept kept = keep(2 * depths_, from.types, [&](std::uint32_t type) {
            const double needed = stage.losses[type];
            next = needed > label ? std::min(next, needed) : next;
            return needed <= label;
        });
        if (!kept.types.empty()) {
            take(kept, loss + label);
            return;
        }
        label = next;
    }
}

/// For each low end the nearest high end with the rows needed; both only ever move up.
void BoxSearch::close_by_ends(const Stage& stage, Types types, double loss) {
    if (!spend(types.size())) {
        return;
    }
    std::uint64_t rows = 0;
    std::size_t end = 0;
    Types best;
    double least = best_;
    for (std::size_t begin = 0; begin < types.size() && stage.places[types[begin]] <= stage.own;) {
        while (end < types.size() &&
               (rows < needed_rows_ || stage.places[types[end - 1]] < stage.own)) {
            rows += rows_[types[end++]];
        }
        if (rows < needed_rows_) {
            break;
        }
        const double range =
            tree_.pair_loss(stage.axis, stage.places[types[begin]], stage.places[types[end - 1]]);
        if (loss + range < least) {
            least = loss + range;
            best = types.subspan(begin, end - begin);
        }
        rows -= rows_[types[begin++]];
    }
    if (!best.empty()) {
        take(best, least);
    }
}

/// The fewest values with the rows needed: its own, and those with the most rows.
void BoxSearch::close_by_set(const Stage& stage, Types types, double loss) {
    const std::size_t values = values_needed(stage, types);
    const double set = loss + tree_.axes()[stage.axis].loss_of_count(values);
    if (stopped_ || set >= best_) {
        return;
    }
    const Kept kept = keep(2 * depths_, types, [&](std::uint32_t type) {
        const auto end = place_rows_.begin() + static_cast<std::ptrdiff_t>(values - 1);
        return stage.places[type] == stage.own ||
               std::any_of(place_rows_.begin(), end, [&](const auto& other) {
                   return other.second == stage.places[type];
               });
    });
    if (!kept.types.empty()) {
        take(kept, set);
    }
}

/// Take the box around these types for the best; it loses no less than `loss`.
void BoxSearch::take(Types types, double loss) {
    box_.assign(tree_.layout().words(), 0);
    double of_box = 0;
    for (std::size_t axis = 0; axis < stages_.size(); ++axis) {
        Word* const cover = box_.data() + tree_.layout().start(axis);
        tree_.axes()[axis].take(cover, tree_.places(type_)[axis]);
        for (const std::uint32_t each : types) {
            tree_.axes()[axis].widen(cover, tree_.places(candidates_[each])[axis]);
        }
        of_box += tree_.axes()[axis].loss(cover);
    }
    best_ = std::min({best_, loss, of_box});
}

}  // namespace kanon::classes
