// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/annealing.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/microaggregation/class_costs.hpp"
#include "kanon/methods/microaggregation/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace kanon::microaggregation {
namespace {

constexpr std::size_t kNeighbours = 16;
constexpr std::uint64_t kStepsToPoll = 256;  ///< between two looks at the clock
constexpr double kHot = 0.6;                 ///< in costs of a row
constexpr double kCold = 0.03;
constexpr double kNearShare = 0.97;    ///< share of the cost of near rows in the temperature
constexpr double kClassMoves = 0.15;   ///< of all moves, those that begin or end a class
constexpr double kFounded = 0.5;       ///< of these, those that found one
constexpr double kTaken = 0.5;         ///< of these, those that take the nearest points
constexpr double kSingle = 0.6;        ///< of moves of points that may be single ones
constexpr std::uint64_t kSkipped = 8;  ///< one in so many of the nearest is passed over
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// How far a search has come, from 0 to 1: by its steps, or by the clock.
class Progressing {
public:
    Progressing(const AnnealingBudget& budget, const RunContext& context)
        : budget_(budget), context_(context), begin_(std::chrono::steady_clock::now()) {}

    /// Asked before every step; 1 once there is to be none.
    [[nodiscard]] double at(std::uint64_t step) {
        if (step % kStepsToPoll != 0) {
            return part_;
        }
        if (context_.cancelled()) {
            part_ = 1;
        } else if (budget_.end) {
            const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begin_;
            const std::chrono::duration<double> all = *budget_.end - begin_;
            part_ = all.count() > 0 ? gone / all : 1;
        } else {
            part_ = budget_.steps > 0
                        ? static_cast<double>(step) / static_cast<double>(budget_.steps)
                        : 1;
        }
        return part_;
    }

private:
    const AnnealingBudget& budget_;
    const RunContext& context_;
    std::chrono::steady_clock::time_point begin_;
    double part_ = 0;
};

/// The search over the points of some classes; Costs is SummedCosts or CountedCosts.
template <class Costs>
class Annealing {
public:
    Annealing(const Task& task,
              const PointSpace& space,
              Classes start,
              const AnnealingBudget& budget,
              unsigned threads)
        : space_(space),
          least_rows_(task.least_class_rows()),
          most_rows_(most_rows(task, space)),
          local_(budget.local),
          random_(budget.seed),
          points_(points_of(start)),
          near_(space, points_, kNeighbours, threads),
          place_of_(space.size(), kNone),
          class_of_(space.size(), kNone),
          rows_(most_classes(task)),
          classes_(std::move(start)),
          costs_(task, space, rows_.size()) {
        for (std::uint32_t place = 0; place < points_.size(); ++place) {
            place_of_[points_[place]] = place;
        }
        classes_.resize(rows_.size());
        for (std::uint32_t one = 0; one < classes_.size(); ++one) {
            rows_[one] = rows_of(space_, classes_[one]);
            for (const std::uint32_t point : classes_[one]) {
                class_of_[point] = one;
            }
            if (classes_[one].empty()) {
                free_.push_back(one);
            }
        }
        settle();
        best_ = classes_;
        best_cost_ = cost_;
    }

    Classes run(Progressing progress) {
        const std::uint64_t round = 16 * points_.size() + kStepsToPoll;
        for (std::uint64_t step = 0; near_.count() > 0; ++step) {
            const double part = progress.at(step);
            if (part >= 1) {
                break;
            }
            if (step % kStepsToPoll == 0) {
                heat_ = kHot * std::pow(kCold / kHot, part);
            }
            if (step % round == 0) {
                settle();
                keep_if_best();
            }
            take_step();
        }
        settle();
        keep_if_best();
        std::erase_if(best_, [](const auto& points) { return points.empty(); });
        return std::move(best_);
    }

private:
    struct Move {
        std::uint32_t point = 0;
        std::uint32_t from = 0;
    };

    static std::uint64_t most_rows(const Task& task, const PointSpace& space) {
        const std::uint64_t least = task.least_class_rows();
        return PointChecker(task, space).rows_decide() ? 2 * least - 1 : 4 * least;
    }

    /// That hold, and one that is about to.
    static std::size_t most_classes(const Task& task) {
        return task.row_types().row_count() / task.least_class_rows() + 1;
    }

    static std::vector<std::uint32_t> points_of(const Classes& classes) {
        std::vector<std::uint32_t> out;
        for (const std::vector<std::uint32_t>& points : classes) {
            out.insert(out.end(), points.begin(), points.end());
        }
        std::ranges::sort(out);
        return out;
    }

    void settle() {
        cost_ = 0;
        for (std::uint32_t one = 0; one < classes_.size(); ++one) {
            costs_.settle(one, classes_[one]);
            cost_ += costs_.cost(one);
        }
    }

    void keep_if_best() {
        if (cost_ < best_cost_) {
            best_cost_ = cost_;
            best_ = classes_;
        }
    }

    void take_step() {
        const std::uint32_t place = below(points_.size());
        const std::uint32_t point = points_[place];
        moves_.clear();
        change_ = 0;
        founded_ = kNone;
        if (random_.unit() < kClassMoves) {
            change_classes(point, place);
        } else {
            // The product of two draws: near ones come up more often.
            const std::size_t nearest = below(near_.count()) * below(near_.count()) / near_.count();
            move_points(point, near_.of(place)[nearest].point);
        }
    }

    void move_points(std::uint32_t point, std::uint32_t near) {
        const std::uint32_t from = class_of_[point];
        const std::uint32_t to = class_of_[near];
        if (from == to) {
            return;
        }
        if (may_spare(point, from) && has_room(point, to) && random_.unit() < kSingle) {
            const double rise = costs_.leave(point, from) + costs_.join(point, to);
            if (is_taken(rise, from, to)) {
                move(point, to);
                keep_or_undo(rise);
            }
            return;
        }
        std::uint32_t other = classes_[to][below(classes_[to].size())];
        other = other == near ? classes_[to][below(classes_[to].size())] : other;
        if (!may_exchange(point, other, from) || !may_exchange(other, point, to)) {
            return;
        }
        const double rise = costs_.exchange(point, other, from) + costs_.exchange(other, point, to);
        if (is_taken(rise, from, to)) {
            move(point, to);
            move(other, from);
            keep_or_undo(rise);
        }
    }

    void change_classes(std::uint32_t point, std::uint32_t place) {
        const double local = local_cost(class_of_[point], class_of_[point]);
        const bool founds = random_.unit() < kFounded;
        const bool done = founds ? found_class(point, place, random_.unit() < kTaken)
                                 : dissolve(class_of_[point]);
        if (done && (change_ <= 0 || random_.unit() < std::exp(-change_ / (heat_ * local)))) {
            keep_or_undo(change_);
        } else {
            undo();
        }
    }

    /// Every point of a class goes where it costs least, among the classes of near points.
    bool dissolve(std::uint32_t one) {
        const std::vector<std::uint32_t> points = classes_[one];
        return std::ranges::all_of(points, [&](std::uint32_t point) {
            std::uint32_t best = kNone;
            double least = std::numeric_limits<double>::infinity();
            for (const Near& near : near_.of(place_of_[point])) {
                const std::uint32_t to = class_of_[near.point];
                if (to == one || to == founded_ || !has_room(point, to)) {
                    continue;
                }
                const double rise = costs_.join(point, to);
                if (rise < least) {
                    least = rise;
                    best = to;
                }
            }
            if (best != kNone) {
                change_ += costs_.leave(point, one) + least;
                move(point, best);
            }
            return best != kNone;
        });
    }

    /// A class of a point and others near it: those that their classes can spare, or the nearest.
    bool found_class(std::uint32_t point, std::uint32_t place, bool takes) {
        if (free_.empty()) {
            return false;
        }
        founded_ = free_.back();
        bool done = join_founded(point, takes);
        for (const Near& near : near_.of(place)) {
            if (!done || rows_[founded_] >= least_rows_) {
                break;
            }
            if (!takes || random_.below(kSkipped) != 0) {
                join_founded(near.point, takes);
            }
        }
        done = done && rows_[founded_] >= least_rows_;
        for (std::size_t i = 0; done && i < moves_.size() && takes; ++i) {
            const std::uint32_t robbed = moves_[i].from;
            if (robbed != founded_ && !classes_[robbed].empty() && rows_[robbed] < least_rows_) {
                done = dissolve(robbed);
            }
        }
        return done;
    }

    bool join_founded(std::uint32_t point, bool takes) {
        const std::uint32_t from = class_of_[point];
        if (from == founded_ || (!takes && !may_spare(point, from))) {
            return false;
        }
        change_ += costs_.leave(point, from) + costs_.join(point, founded_);
        move(point, founded_);
        return true;
    }

    [[nodiscard]] bool may_spare(std::uint32_t point, std::uint32_t from) const {
        return rows_[from] >= least_rows_ + space_.rows(point);
    }

    [[nodiscard]] bool has_room(std::uint32_t point, std::uint32_t to) const {
        return rows_[to] > 0 && rows_[to] + space_.rows(point) <= most_rows_;
    }

    [[nodiscard]] bool may_exchange(std::uint32_t out, std::uint32_t in, std::uint32_t of) const {
        const std::uint64_t rows = rows_[of] + space_.rows(in) - space_.rows(out);
        return rows >= least_rows_ && (rows <= most_rows_ || rows <= rows_[of]);
    }

    /// What a row of two classes costs, and a little of what one of all does.
    [[nodiscard]] double local_cost(std::uint32_t a, std::uint32_t b) const {
        const auto rows = static_cast<double>(rows_[a] + rows_[b]);
        const double all = cost_ / static_cast<double>(points_.size());
        return local_ * (costs_.cost(a) + costs_.cost(b)) / rows + (1 - local_) * all;
    }

    [[nodiscard]] bool is_taken(double rise, std::uint32_t from, std::uint32_t to) {
        return rise <= 0 || random_.unit() < std::exp(-rise / (heat_ * local_cost(from, to)));
    }

    void move(std::uint32_t point, std::uint32_t to) {
        const std::uint32_t from = class_of_[point];
        moves_.push_back({.point = point, .from = from});
        put(point, to);
    }

    void put(std::uint32_t point, std::uint32_t to) {
        const std::uint32_t from = class_of_[point];
        std::vector<std::uint32_t>& left = classes_[from];
        *std::ranges::find(left, point) = left.back();
        left.pop_back();
        classes_[to].push_back(point);
        class_of_[point] = to;
        rows_[from] -= space_.rows(point);
        rows_[to] += space_.rows(point);
        costs_.remove(point, from);
        costs_.add(point, to);
    }

    /// Keep the moves if all classes that they touched hold; else take them back.
    void keep_or_undo(double rise) {
        const bool holds = std::ranges::all_of(moves_, [&](const Move& one) {
            return costs_.holds(one.from) && costs_.holds(class_of_[one.point]);
        });
        if (!holds) {
            undo();
            return;
        }
        cost_ += rise;
        if (founded_ != kNone) {
            free_.pop_back();
        }
        for (const Move& one : moves_) {
            if (classes_[one.from].empty() && std::ranges::find(free_, one.from) == free_.end()) {
                free_.push_back(one.from);
            }
        }
    }

    void undo() {
        for (std::size_t i = moves_.size(); i-- > 0;) {
            put(moves_[i].point, moves_[i].from);
        }
    }

    [[nodiscard]] std::uint32_t below(std::size_t bound) {
        return static_cast<std::uint32_t>(random_.below(bound));
    }

    const PointSpace& space_;
    std::uint64_t least_rows_;
    std::uint64_t most_rows_;
    double local_;  ///< share of the cost of near rows in the temperature
    Random random_;
    std::vector<std::uint32_t> points_;  ///< ascending
    Neighbours near_;                    ///< of points_
    std::vector<std::uint32_t> place_of_;
    std::vector<std::uint32_t> class_of_;
    std::vector<std::uint64_t> rows_;  ///< per class
    Classes classes_;                  ///< with empty ones for new ones
    Costs costs_;
    std::vector<std::uint32_t> free_;  ///< classes without points
    std::uint32_t founded_ = kNone;    ///< the class that a step founds: the last free one
    std::vector<Move> moves_;          ///< of this step
    double change_ = 0;                ///< in cost by the moves
    double heat_ = kHot;
    double cost_ = 0;
    Classes best_;
    double best_cost_ = 0;
};

}  // namespace

Classes anneal(const Task& task,
               const PointSpace& space,
               Classes start,
               const AnnealingBudget& budget,
               const RunContext& context) {
    if (space.has_means_alone() && PointChecker(task, space).rows_decide()) {
        return Annealing<SummedCosts>(task, space, std::move(start), budget, context.threads)
            .run(Progressing(budget, context));
    }
    return Annealing<CountedCosts>(task, space, std::move(start), budget, context.threads)
        .run(Progressing(budget, context));
}

}  // namespace kanon::microaggregation
