// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/box_bound.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/classes/bounds/box_search.hpp"
#include "kanon/methods/classes/bounds/reach.hpp"
#include "kanon/methods/classes/space/box_tree.hpp"
#include "kanon/methods/classes/space/near_types.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::size_t kBoxesKept = 16;
/// In place of kReachGrowth: short strides while too few rows are near to make a search worth it.
constexpr double kNearGrowth = 1.05;

/// Boxes that hold the rows needed, found around other types. Widened to hold one more type, each
/// is a box around that.
class KnownBoxes {
public:
    explicit KnownBoxes(const BoxTree& tree) : tree_(tree) {
        const std::span<const Extent> all = tree.extents(0);
        std::vector<Word>& box = boxes_.emplace_back(tree.layout().words());
        for (std::size_t axis = 0; axis < all.size(); ++axis) {
            Word* const cover = box.data() + tree.layout().start(axis);
            const Axis& on = tree.axes()[axis];
            on.take(cover, all[axis].low);
            // Of a set any place may be there.
            const Place step = on.by_set() ? 1 : std::max(all[axis].high - all[axis].low, 1U);
            for (Place place = all[axis].low; place <= all[axis].high; place += step) {
                on.widen(cover, place);
            }
        }
    }

    void add(const std::vector<Word>& box) {
        if (boxes_.size() <= kBoxesKept) {
            boxes_.push_back(box);
            return;
        }
        boxes_[oldest_] = box;
        oldest_ = oldest_ % kBoxesKept + 1;  // the first box, that of all rows, stays
    }

    /// Loss of the best of them for the type.
    [[nodiscard]] double least_loss(std::uint32_t type) const {
        double least = kInfinity;
        for (const std::vector<Word>& box : boxes_) {
            least = std::min(least, tree_.loss_with(box, type));
        }
        return least;
    }

private:
    const BoxTree& tree_;
    std::vector<std::vector<Word>> boxes_;
    std::size_t oldest_ = 1;
};

/// Bounds what a row loses, for one type after the other.
class TypeBound {
public:
    TypeBound(const BoxTree& tree, std::uint64_t needed_rows)
        : tree_(tree),
          needed_rows_(needed_rows),
          known_(tree),
          near_(tree),
          search_(tree, needed_rows),
          has_sets_(std::ranges::any_of(tree.axes(), &Axis::by_set)) {}

    /// What a row of the type loses at least. Takes from the steps what it used.
    double least_loss(std::uint32_t type, std::uint64_t& steps) {
        if (tree_.rows(type) >= needed_rows_) {
            return tree_.loss_alone(type);
        }
        const double known = known_.least_loss(type);
        near_.start(type, known);
        double proven = prove(type, known, SetSearch::any, 0, steps);
        if (has_sets_ && proven < known) {
            proven = std::max(proven, prove(type, known, SetSearch::pairs, proven, steps));
        }
        return proven;
    }

private:
    /// What a row loses at least, up to `known`. \param from loses as much at least
    double prove(
        std::uint32_t type, double known, SetSearch sets, double from, std::uint64_t& steps) {
        double& before = before_[static_cast<std::size_t>(sets)];
        double proven = 0;
        double below = std::min(
            known, std::max({before * kFirstReach, known * kLeastReach, from * kNearGrowth}));
        while (proven < known) {
            if (!near_.reach(below, steps)) {
                proven = std::max(proven, loss_of_rows_needed(near_.beyond()));
                break;
            }
            if (rows_near(below) < needed_rows_) {
                proven = below;
                below = std::min(known, below * kNearGrowth);
                continue;
            }
            if (!search_.run(type, near_.found(), below, sets, steps)) {
                proven = std::max(proven, loss_of_rows_needed(below));
                break;
            }
            proven = search_.best();
            if (!search_.box().empty()) {
                known_.add(search_.box());
                break;
            }
            below = std::min(known, below * kReachGrowth);
        }
        before = proven;
        return proven;
    }

    /// Rows of the types found of less than that loss.
    [[nodiscard]] std::uint64_t rows_near(double below) const {
        std::uint64_t rows = 0;
        for (const NearType& each : near_.found()) {
            rows += each.loss < below ? tree_.rows(each.type) : 0;
        }
        return rows;
    }

    /// Loss of the last of the rows needed, the nearest first, among types of less than `limit`; if
    /// these have fewer rows, the limit. \pre all of them were found
    double loss_of_rows_needed(double limit) {
        nearest_ = near_.found();
        std::sort(nearest_.begin(), nearest_.end(), [](const NearType& a, const NearType& b) {
            return a.loss < b.loss;
        });
        std::uint64_t rows = 0;
        for (const NearType& each : nearest_) {
            rows += each.loss < limit ? tree_.rows(each.type) : 0;
            if (rows >= needed_rows_) {
                return each.loss;
            }
        }
        return limit;
    }

    const BoxTree& tree_;
    std::uint64_t needed_rows_;
    KnownBoxes known_;
    NearTypes near_;
    BoxSearch search_;
    std::vector<NearType> nearest_;
    bool has_sets_;
    std::array<double, 2> before_{};  ///< what bounds the type before, by how sets are searched
};

/// What there is time for, so that every type gets its share before a deadline: by what was done in
/// the time so far.
class Pace {
public:
    Pace(std::size_t types, std::uint64_t effort, const RunContext& context)
        : context_(context), types_(types), most_(types == 0 ? 0 : effort / types) {}

    /// Steps for each of the types that are begun now.
    [[nodiscard]] std::uint64_t share() const {
        if (!context_.deadline || most_ == 0) {
            return most_;
        }
        const auto now = std::chrono::steady_clock::now();
        const double left = Seconds(*context_.deadline - now).count();
        const std::uint64_t types_left = std::max<std::uint64_t>(types_ - done_, 1);
        if (used_ < kLeastUsed) {
            return std::min(most_, box_steps_in(left, context_.threads) / types_left);
        }
        const double pace = static_cast<double>(used_) / Seconds(now - began_).count();
        return static_cast<std::uint64_t>(std::clamp(
            pace * left / static_cast<double>(types_left), 0.0, static_cast<double>(most_)));
    }

    void add(std::uint64_t types, std::uint64_t steps) {
        done_ += types;
        used_ += steps;
    }

private:
    using Seconds = std::chrono::duration<double>;
    static constexpr std::uint64_t kLeastUsed = std::uint64_t{1} << 26U;

    const RunContext& context_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    std::uint64_t types_;
    std::uint64_t most_;  ///< steps of a type
    std::atomic<std::uint64_t> done_ = 0;
    std::atomic<std::uint64_t> used_ = 0;
};

}  // namespace

std::uint64_t least_box_steps(const std::vector<Axis>& axes) {
    constexpr std::uint64_t kLeastLosses = 32;
    constexpr std::uint64_t kLeastStepsWithSets = 2048;
    return std::ranges::any_of(axes, &Axis::by_set)
               ? kLeastStepsWithSets
               : kLeastLosses * std::max<std::uint64_t>(axes.size(), 1);
}

std::uint64_t box_steps_in(double seconds, unsigned threads) {
    constexpr double kStepsPerSecond = 2e8;  // of one core, fewer than it does; see kBoxEffort
    constexpr double kMostSteps = 1e18;      // any time is enough for these
    return static_cast<std::uint64_t>(
        std::clamp(seconds * kStepsPerSecond * threads, 0.0, kMostSteps));
}

std::vector<double> box_losses(const BoxTree& tree,
                               std::uint64_t rows,
                               std::uint64_t effort,
                               const RunContext& context) {
    std::vector<double> losses(tree.size(), 0);
    Pace pace(tree.size(), effort, context);
    if (tree.axes().empty() || pace.share() < least_box_steps(tree.axes())) {
        return losses;  // a search would not come far enough to say more than that it loses no gain
    }
    parallel_parts(tree.size(),
                   tree.size() / kTypesAtATime + 1,
                   context.threads,
                   [&](std::size_t, std::size_t begin, std::size_t end) {
                       TypeBound bound(tree, rows);
                       const std::uint64_t share = pace.share();
                       std::uint64_t left = 0;  // by the types before; half of it is for the next
                       std::uint64_t used = 0;
                       for (auto type = static_cast<std::uint32_t>(begin);
                            type < end && !context.should_stop();
                            ++type) {
                           std::uint64_t steps = share + left / 2;
                           left -= left / 2;
                           used += steps;
                           losses[type] = bound.least_loss(type, steps);
                           used -= steps;
                           left += steps;
                       }
                       pace.add(end - begin, used);
                   });
    return losses;
}

double box_bound(const Task& task,
                 const std::vector<Axis>& axes,
                 std::uint64_t effort,
                 const RunContext& context) {
    const BoxTree tree(task, axes);
    return tree.sum_over_rows(box_losses(tree, task.least_class_rows(), effort, context));
}

}  // namespace kanon::classes
