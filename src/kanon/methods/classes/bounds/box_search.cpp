// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/box_search.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace kanon::classes {
namespace {

constexpr Place kNoPlace = std::numeric_limits<Place>::max();

}  // namespace

BoxSearch::BoxSearch(const BoxTree& tree, std::uint64_t needed_rows)
    : tree_(tree),
      needed_rows_(needed_rows),
      axis_order_(tree.axes().size()),
      stages_(tree.axes().size()) {
    // Labels are few, and ranges of the longest axis are found by two ends: these come last.
    std::iota(axis_order_.begin(), axis_order_.end(), std::size_t{0});
    std::sort(axis_order_.begin(), axis_order_.end(), [&](std::size_t a, std::size_t b) {
        const auto key = [&](std::size_t axis) {
            return std::tuple(tree.axes()[axis].by_range(), tree.axes()[axis].size(), axis);
        };
        return key(a) < key(b);
    });
}

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
    const std::uint64_t cost = candidates_.size() * axis_order_.size();
    if (steps < cost) {
        return false;
    }
    steps_ = steps - cost;
    order_candidates();
    for (std::size_t depth = depths_; depth-- > 0;) {
        take_stage(depth);
    }
    slots_.resize(2 * (depths_ + 1) * candidates_.size());
    std::iota(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(candidates_.size()), 0U);
    descend(0, Types(slots_.data(), candidates_.size()), settled_loss_);
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

/// The axes on which candidates are apart from the type, and the candidates along the last of them.
void BoxSearch::order_candidates() {
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

/// \pre the stage after it is taken
void BoxSearch::take_stage(std::size_t depth) {
    Stage& stage = stages_[depth];
    const Stage* next = depth + 1 < depths_ ? &stages_[depth + 1] : nullptr;
    const Axis& axis = tree_.axes()[stage.axis];
    stage.own = tree_.places(type_)[stage.axis];
    stage.two_ended = axis.by_range() && !axis.is_missing(stage.own);
    stage.by_set = axis.by_set();
    stage.any_set = false;
    stage.least_loss = tree_.pair_loss(stage.axis, stage.own, stage.own);
    stage.least_after = next == nullptr ? 0 : next->least_loss + next->least_after;
    stage.places.clear();
    stage.losses.clear();
    stage.after.clear();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        stage.places.push_back(tree_.places(candidates_[i])[stage.axis]);
        stage.losses.push_back(tree_.pair_loss(stage.axis, stage.own, stage.places.back()));
        stage.after.push_back(next == nullptr ? 0 : next->losses[i] + next->after[i]);
    }
}

void BoxSearch::descend(std::size_t depth, Types types, double loss) {
    if (depths_ == 0) {
        take(types, loss);
        return;
    }
    const Stage& stage = stages_[depth];
    if (depth + 1 == depths_) {
        loss += any_set_ > 2 ? raise_of_sets(types) : 0;
        if (stage.by_set) {
            close_by_set(stage, types, loss);
        } else if (stage.two_ended) {
            close_by_ends(stage, types, loss);
        } else {
            close_by_label(stage, types, loss);
        }
    } else if (stage.by_set && any_set_ > 2) {
        try_sets(depth, types, loss);
    } else if (stage.two_ended) {
        try_low_ends(depth, types, loss);
        try_star(depth, types, loss);
    } else {
        try_labels(depth, types, loss);
    }
}

/// Give the axis of this depth one label after the other; one is known by its loss.
void BoxSearch::try_labels(std::size_t depth, Types types, double loss) {
    const Stage& stage = stages_[depth];
    double label = stage.least_loss;
    while (!stopped_ && loss + label + stage.least_after < best_) {
        double next = kInfinity;
        bool reached = false;  // a type that stays needs this label
        const double room = best_ - loss - label;
        const Types kept = keep(2 * depth + 2, types, [&](std::uint32_t type) {
            const double needed = stage.losses[type];
            next = needed > label ? std::min(next, needed) : next;
            const bool stays = needed <= label && stage.after[type] < room;
            reached |= stays && needed == label;
            return stays;
        });
        if (reached && !kept.empty()) {
            descend(depth + 1, kept, loss + label);
        }
        label = next;
    }
}

/// Give the axis of this depth one range after the other, by their low ends.
void BoxSearch::try_low_ends(std::size_t depth, Types types, double loss) {
    const Stage& stage = stages_[depth];
    const Axis& axis = tree_.axes()[stage.axis];
    Place low = stage.own;
    while (!stopped_ && low != kNoPlace &&
           loss + tree_.pair_loss(stage.axis, low, stage.own) + stage.least_after < best_) {
        Place next = kNoPlace;
        bool reached = false;
        const double room = best_ - loss;
        const Types kept = keep(2 * depth + 1, types, [&](std::uint32_t type) {
            const Place place = stage.places[type];
            if (place < low) {
                next = next == kNoPlace ? place : std::max(next, place);
                return false;
            }
            const Place high = std::max(place, stage.own);
            const bool stays = !axis.is_missing(place) &&
                               tree_.pair_loss(stage.axis, low, high) + stage.after[type] < room;
            reached |= stays && place == low;
            return stays;
        });
        if (reached && !kept.empty()) {
            try_high_ends(depth, kept, low, loss);
        }
        low = next;
    }
}

void BoxSearch::try_high_ends(std::size_t depth, Types types, Place low, double loss) {
    const Stage& stage = stages_[depth];
    Place high = stage.own;
    while (!stopped_ && high != kNoPlace) {
        const double range = tree_.pair_loss(stage.axis, low, high);
        if (loss + range + stage.least_after >= best_) {
            return;
        }
        Place next = kNoPlace;
        bool reached_low = false;
        bool reached_high = false;
        const double room = best_ - loss - range;
        const Types kept = keep(2 * depth + 2, types, [&](std::uint32_t type) {
            const Place place = stage.places[type];
            if (place > high) {
                next = std::min(next, place);
                return false;
            }
            const bool stays = stage.after[type] < room;
            reached_low |= stays && place == low;
            reached_high |= stays && place == high;
            return stays;
        });
        if (reached_low && reached_high && !kept.empty()) {
            descend(depth + 1, kept, loss + range);
        }
        high = next;
    }
}

/// A star covers the missing values as well, and every range.
void BoxSearch::try_star(std::size_t depth, Types types, double loss) {
    const Stage& stage = stages_[depth];
    const Axis& axis = tree_.axes()[stage.axis];
    const auto missing = std::find_if(types.begin(), types.end(), [&](std::uint32_t type) {
        return axis.is_missing(stage.places[type]);
    });
    if (stopped_ || missing == types.end()) {
        return;
    }
    const double star = stage.losses[*missing];
    const double room = best_ - loss - star;
    const Types kept =
        keep(2 * depth + 2, types, [&](std::uint32_t type) { return stage.after[type] < room; });
    if (!kept.empty()) {
        descend(depth + 1, kept, loss + star);
    }
}

void BoxSearch::close_by_label(const Stage& stage, Types types, double loss) {
    double label = stage.least_loss;
    while (!stopped_ && loss + label < best_) {
        double next = kInfinity;
        const Types kept = keep(2 * depths_, types, [&](std::uint32_t type) {
            const double needed = stage.losses[type];
            next = needed > label ? std::min(next, needed) : next;
            return needed <= label;
        });
        if (!kept.empty()) {
            take(kept, loss + label);
            return;
        }
        label = next;
    }
}

/// For each low end the nearest high end with the rows needed; both only ever move up.
void BoxSearch::close_by_ends(const Stage& stage, Types types, double loss) {
    if (steps_ < types.size()) {
        stopped_ = true;
        return;
    }
    steps_ -= types.size();
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

/// Take the box around these types for the best; it loses no less than `loss`.
void BoxSearch::take(Types types, double loss) {
    box_.assign(tree_.layout().words(), 0);
    double of_box = 0;
    for (std::size_t axis = 0; axis < axis_order_.size(); ++axis) {
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
