// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/bounds/box_stages.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace kanon::classes {

/// Walks through the boxes around a row type, depth first: one axis after the other gets its
/// extent, the least lossy first. A candidate goes on while it lies within the extents so far and
/// what it needs on the other axes leaves the loss below what the box is worth. Where those that go
/// on are not enough, no box follows.
///
/// The search that derives from it says what boxes are worth. `Tally` counts the candidates that go
/// on, by add(candidate); enough() says whether they may be a class. The search has
/// - Tally tally() const: before any is counted;
/// - double worth(const Tally&) const: a box of these candidates is of use if it loses less;
/// - bool close(std::size_t depth, const Kept&, double loss): at the last axis; false to walk on;
/// - void take(const Kept&, double loss): a box was reached that loses so much.
template <typename Search, typename Tally>
class BoxDescent : protected BoxStages {
protected:
    using BoxStages::BoxStages;
    using BoxStages::Types;

    /// Those that go on; none if they are not enough.
    struct Kept {
        Types types;
        Tally tally;
    };

    void descend(std::size_t depth, const Kept& kept, double loss) {
        if (depth == depths_) {
            search().take(kept, loss);
            return;
        }
        const Stage& stage = stages_[depth];
        if (depth + 1 == depths_ && search().close(depth, kept, loss)) {
            return;
        }
        if (stage.by_set && any_set_ > 2) {
            try_sets(depth, kept, loss);
        } else if (stage.two_ended) {
            try_low_ends(depth, kept, loss);
            try_star(depth, kept, loss);
        } else {
            try_labels(depth, kept, loss);
        }
    }

    /// The candidates that `stays` says so of; none if they are not enough.
    template <typename Stays>
    Kept keep(std::size_t room, Types types, Stays stays) {
        Tally tally = search().tally();
        if (!spend(types.size())) {
            return {{}, tally};
        }
        std::uint32_t* const kept = slot(room);
        std::size_t count = 0;
        for (const std::uint32_t type : types) {
            if (stays(type)) {
                kept[count++] = type;
                tally.add(type);
            }
        }
        return {tally.enough() ? Types(kept, count) : Types(), tally};
    }

private:
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();
    static constexpr Place kNoPlace = std::numeric_limits<Place>::max();

    [[nodiscard]] Search& search() { return static_cast<Search&>(*this); }

    void go_on(std::size_t depth, const Kept& kept, double loss) {
        if (!kept.types.empty() && loss + stages_[depth].least_after < search().worth(kept.tally)) {
            descend(depth + 1, kept, loss);
        }
    }

    /// Give the axis of this depth one label after the other; one is known by its loss.
    void try_labels(std::size_t depth, const Kept& from, double loss) {
        Stage& stage = stages_[depth];
        double label = stage.least_loss;
        while (!stopped_ && loss + label + stage.least_after < search().worth(from.tally)) {
            double next = kInfinity;
            bool reached = label == stage.least_loss;  // a type that stays needs this label
            const double room = search().worth(from.tally) - loss - label;
            const Kept kept = keep(2 * depth + 2, from.types, [&](std::uint32_t type) {
                const double needed = stage.losses[type];
                next = needed > label ? std::min(next, needed) : next;
                const bool stays = needed <= label && stage.after[type] < room;
                reached |= stays && needed == label;
                return stays;
            });
            stage.any_set = stage.by_set && label > stage.least_loss;
            if (reached) {
                go_on(depth, kept, loss + label);
            }
            label = next;
        }
        stage.any_set = false;
    }

    /// Give the axis of this depth one range after the other, by their low ends.
    void try_low_ends(std::size_t depth, const Kept& from, double loss) {
        const Stage& stage = stages_[depth];
        const Axis& axis = tree_.axes()[stage.axis];
        Place low = stage.own;
        while (!stopped_ && low != kNoPlace &&
               loss + tree_.pair_loss(stage.axis, low, stage.own) + stage.least_after <
                   search().worth(from.tally)) {
            Place next = kNoPlace;
            bool reached = low == stage.own;
            const double room = search().worth(from.tally) - loss;
            const Kept kept = keep(2 * depth + 1, from.types, [&](std::uint32_t type) {
                const Place place = stage.places[type];
                if (place < low) {
                    next = next == kNoPlace ? place : std::max(next, place);
                    return false;
                }
                const Place high = std::max(place, stage.own);
                const bool stays =
                    !axis.is_missing(place) &&
                    tree_.pair_loss(stage.axis, low, high) + stage.after[type] < room;
                reached |= stays && place == low;
                return stays;
            });
            if (reached && !kept.types.empty()) {
                try_high_ends(depth, kept, low, loss);
            }
            low = next;
        }
    }

    void try_high_ends(std::size_t depth, const Kept& from, Place low, double loss) {
        const Stage& stage = stages_[depth];
        Place high = stage.own;
        while (!stopped_ && high != kNoPlace) {
            const double range = tree_.pair_loss(stage.axis, low, high);
            if (loss + range + stage.least_after >= search().worth(from.tally)) {
                return;
            }
            Place next = kNoPlace;
            bool reached_low = low == stage.own;
            bool reached_high = high == stage.own;
            const double room = search().worth(from.tally) - loss - range;
            const Kept kept = keep(2 * depth + 2, from.types, [&](std::uint32_t type) {
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
            if (reached_low && reached_high) {
                go_on(depth, kept, loss + range);
            }
            high = next;
        }
    }

    /// A star covers the missing values as well, and every range.
    void try_star(std::size_t depth, const Kept& from, double loss) {
        const Stage& stage = stages_[depth];
        const Axis& axis = tree_.axes()[stage.axis];
        const auto missing =
            std::find_if(from.types.begin(), from.types.end(), [&](std::uint32_t type) {
                return axis.is_missing(stage.places[type]);
            });
        if (stopped_ || missing == from.types.end()) {
            return;
        }
        const double star = stage.losses[*missing];
        const double room = search().worth(from.tally) - loss - star;
        go_on(depth,
              keep(2 * depth + 2,
                   from.types,
                   [&](std::uint32_t type) { return stage.after[type] < room; }),
              loss + star);
    }

    /// Give the axis of this depth its own value alone, then each other value beside it, then more
    /// values, whichever these are.
    void try_sets(std::size_t depth, const Kept& from, double loss) {
        Stage& stage = stages_[depth];
        const Axis& axis = tree_.axes()[stage.axis];
        const std::vector<Types> groups = by_place(2 * depth + 1, stage, from.types);
        try_pair(depth, from, groups[0], {}, loss + stage.least_loss);
        for (std::size_t other = 1; other < groups.size(); ++other) {
            try_pair(depth, from, groups[0], groups[other], loss + axis.loss_of_count(2));
        }
        const double any = groups.size() >= any_set_ ? axis.loss_of_count(any_set_) : kInfinity;
        const double room = search().worth(from.tally) - loss - any;
        if (stopped_ || stage.least_after >= room) {
            return;
        }
        stage.any_set = true;
        go_on(depth,
              keep(2 * depth + 2,
                   from.types,
                   [&](std::uint32_t type) { return stage.after[type] < room; }),
              loss + any);
        stage.any_set = false;
    }

    /// Of the types at its own value and at another one; the loss is with these.
    void try_pair(std::size_t depth, const Kept& from, Types own, Types other, double loss) {
        const Stage& stage = stages_[depth];
        const double room = search().worth(from.tally) - loss;
        if (stopped_ || stage.least_after >= room || !spend(own.size() + other.size())) {
            return;
        }
        Tally tally = search().tally();
        std::uint32_t* const kept = slot(2 * depth + 2);
        std::size_t count = 0;
        bool any_other = other.empty();
        for (std::size_t i = 0, j = 0; i < own.size() || j < other.size();) {
            const bool from_other = i == own.size() || (j < other.size() && other[j] < own[i]);
            const std::uint32_t type = from_other ? other[j++] : own[i++];
            if (stage.after[type] < room) {
                kept[count++] = type;
                tally.add(type);
                any_other |= from_other;
            }
        }
        if (tally.enough() && any_other) {
            go_on(depth, {Types(kept, count), tally}, loss);
        }
    }
};

}  // namespace kanon::classes
