// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refinement/refine.hpp"

#include "kanon/methods/classes/bounds/box_bound.hpp"
#include "kanon/methods/classes/clustering/clustering.hpp"
#include "kanon/methods/classes/clustering/k_member.hpp"
#include "kanon/methods/classes/clustering/matched_pairs.hpp"
#include "kanon/methods/classes/clustering/top_down_greedy.hpp"
#include "kanon/methods/classes/division/division.hpp"
#include "kanon/methods/classes/outcome/alike_classes.hpp"
#include "kanon/methods/classes/outcome/class_recoding.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/refinement/refinement.hpp"
#include "kanon/methods/classes/refinement/starting_classes.hpp"
#include "kanon/methods/shared/method_options.hpp"
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

/// Cells that may be worked out: so many for each row type and attribute, but of large tables
/// `most` and kCellsOfLarge for each in all, and of small ones `least` in all, which takes little
/// time; of tables below kSmallTable (types times attributes) in the proportion of the square.
struct Effort {
    std::string_view name;
    std::uint64_t cells = 0;
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::uint64_t box_steps = 0;  ///< of the bound, for each row type; kBoxEffort in all at least
    std::uint64_t steps_of_many = 0;  ///< in place of these, of more types than kManyTypes
    std::uint64_t price_steps = 0;    ///< of the bound, beside those
    bool matches = true;              ///< of classes of two rows, matched ones are tried
};

constexpr std::uint64_t kCellsOfLarge = 100;
constexpr std::uint64_t kCellsOfMany = 50;  ///< in place of these, of more types than kManyTypes
constexpr std::uint64_t kSmallTable = 8192;
constexpr std::size_t kManyTypes = std::size_t{1} << 17U;

/// More than these a row type seldom needs until its least lossy box is known.
constexpr std::uint64_t kBoxStepsNeeded = std::uint64_t{1} << 15U;

constexpr std::array kEfforts{
    Effort{.name = "low",
           .cells = 500,
           .most = std::uint64_t{1} << 27U,
           .price_steps = 0,
           .matches = false},
    Effort{.name = "normal",
           .cells = 3000,
           .least = std::uint64_t{1} << 28U,
           .most = std::uint64_t{1} << 29U,
           .box_steps = std::uint64_t{1} << 13U,
           .steps_of_many = std::uint64_t{1} << 11U,
           .price_steps = std::uint64_t{5} << 28U},
    Effort{.name = "high",
           .cells = 30000,
           .least = std::uint64_t{1} << 31U,
           .most = std::uint64_t{1} << 32U,
           .box_steps = kBoxStepsNeeded,
           .steps_of_many = kBoxStepsNeeded,
           .price_steps = std::uint64_t{1} << 33U},
};

const Effort& effort_named(std::string_view name) {
    return *std::ranges::find(kEfforts, name, &Effort::name);
}

// Parts of a time limit that are for the bound. It comes to most of what it can say in a few
// seconds; more of a long limit sharpens it a little, but not for classes of two. Of many row types
// it takes longer to say anything, and with sets most of all.
constexpr double kBoundPart = 1.0 / 8;
constexpr std::chrono::duration<double> kBoundEnough{3};
constexpr double kBoundPartOfLong = 1.0 / 16;
constexpr double kBoundPartOfMany = 1.0 / 2;
constexpr double kBoundPartOfManySets = 3.0 / 4;
/// Where that is most of it, the search has what it takes without a limit: of a core, for each row
/// type and attribute.
constexpr std::chrono::duration<double> kSearchOfCell{1e-6};

/// Of these the bound takes most of the time.
bool has_many_with_sets(const Task& task, const std::vector<Axis>& axes) {
    return task.row_types().size() > kManyTypes && std::ranges::any_of(axes, &Axis::by_set);
}

/// What of the time that is left is for the bound.
std::chrono::duration<double> time_for_bound(const Task& task,
                                             const std::vector<Axis>& axes,
                                             std::chrono::duration<double> left,
                                             unsigned threads) {
    const std::size_t types = task.row_types().size();
    if (has_many_with_sets(task, axes)) {
        const auto search = kSearchOfCell * static_cast<double>(types * axes.size()) / threads;
        return std::min(left * kBoundPartOfManySets, left - search);
    }
    if (types > kManyTypes) {
        return left * kBoundPartOfMany;
    }
    const auto enough = std::min(left * kBoundPart, kBoundEnough);
    return task.least_class_rows() == 2 ? enough : std::max(enough, left * kBoundPartOfLong);
}

/// With a deadline that leaves time for the bound, where that can say anything in it; where it
/// takes most of the time, in half of it, so that it is worth that.
RunContext until_bound(const Task& task, const std::vector<Axis>& axes, RunContext context) {
    if (context.deadline) {
        const auto left = *context.deadline - std::chrono::steady_clock::now();
        const auto time = time_for_bound(task, axes, left, context.threads);
        const auto needed = has_many_with_sets(task, axes) ? time / 2 : time;
        if (bound_speaks_in(task, axes, needed, context.threads)) {
            *context.deadline -=
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
        }
    }
    return context;
}

/// With sets many more are needed than a type gets here, so that by default no time is spent in
/// vain; before a deadline they take what time there is for the bound.
std::uint64_t box_effort(const Task& task,
                         const std::vector<Axis>& axes,
                         const Effort& effort,
                         bool until_deadline) {
    const std::uint64_t types = task.row_types().size();
    const bool many = types > kManyTypes;
    const bool by_sets = std::ranges::any_of(axes, &Axis::by_set);
    if (by_sets && !until_deadline) {
        return kBoxEffort;
    }
    const std::uint64_t of_many = by_sets ? kBoxStepsNeeded : effort.steps_of_many;
    return std::max(kBoxEffort, (many ? of_many : effort.box_steps) * types);
}

/// Pairs of row types, times attributes, up to which types are also put together for a start.
constexpr std::uint64_t kMostPaired = std::uint64_t{1} << 27U;

bool is_to_be_paired(const Task& task) {
    const std::uint64_t types = task.row_types().size();
    const std::uint64_t attributes = std::max(task.quasi_identifiers.size(), std::size_t{1});
    return types <= kMostPaired / attributes / std::max(types, std::uint64_t{1});
}

/// Pairs of row types, times attributes, up to which rows are matched in pairs, and what that takes
/// of one core for each row type, with which a deadline must leave time for the search as well.
constexpr std::uint64_t kMostMatched = std::uint64_t{1} << 32U;
constexpr std::chrono::microseconds kMatchingOfType{150};

/// Of the effort, one part is for the classes of matched rows: more gains next to nothing.
constexpr std::uint64_t kPartOfMatched = 4;

/// Of the effort too, for many types: a cell of a set takes as long as several others, and near
/// classes gain little. Of 10^6 types in 1.3 s 0.5 % of the loss, in 2.7 s 1 %.
std::uint64_t part_for_sets(const Task& task, const std::vector<Axis>& axes) {
    constexpr std::uint64_t kPartOfSets = 4;
    return has_many_with_sets(task, axes) ? kPartOfSets : 1;
}

/// For classes of two rows the classes that match_pairs() comes to, if models look at rows alone
/// and best-split does not lose less.
std::optional<TypePartition> matched_start(const Task& task,
                                           const TypeSpace& space,
                                           const RunContext& context) {
    const std::uint64_t types = std::max<std::uint64_t>(task.row_types().size(), 1);
    const std::uint64_t attributes = std::max<std::uint64_t>(task.quasi_identifiers.size(), 1);
    const bool in_time =
        !context.deadline ||
        std::chrono::steady_clock::now() + kMatchingOfType * types * 3 / 2 < *context.deadline;
    if (task.least_class_rows() != 2 || !ClassChecker(task).rows_decide() || !in_time ||
        types > kMostMatched / attributes / types) {
        return std::nullopt;
    }
    TypePartition matched = clustered_types(task, space, match_pairs, context);
    if (matched.stopped) {
        return std::nullopt;
    }
    const double loss = loss_if_released(task, space.axes(), matched, context.threads);
    const TypePartition divided =
        divide_by_prospect(task, space.axes(), {.rule = SplitRule::best}, context);
    const bool worse = loss > loss_if_released(task, space.axes(), divided, context.threads);
    return worse || loss == kInfinity ? std::nullopt : std::optional(std::move(matched));
}

/// How little more than what refining found classes that were put together may lose, so that they
/// are refined as well.
constexpr double kNearlyAsGood = 1.1;

/// Of small tables the classes of k-member or top-down-greedy, which lose less: they put near types
/// together, which no division comes to where each part on the way has too many values everywhere.
std::optional<TypePartition> paired_start(const Task& task,
                                          const TypeSpace& space,
                                          const RunContext& context) {
    std::optional<TypePartition> best;
    double least = kInfinity;
    for (const auto& rule : {grow_members, divide_by_far_pairs}) {
        if (!is_to_be_paired(task) || context.should_stop()) {
            return best;
        }
        TypePartition one = clustered_types(task, space, rule, context);
        const double loss = loss_if_released(task, space.axes(), one, context.threads);
        if (!one.stopped && loss < least) {
            least = loss;
            best = std::move(one);
        }
    }
    return best;
}

class Refine final : public Method {
public:
    explicit Refine(const Effort& effort) : effort_(effort) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<Axis> axes = make_axes(task);
        const RunContext searching = by_cells(task) ? until_bound(task, axes, context) : context;
        Refined refined = best_of_searches(
            task, TypeSpace(task, axes, TypeSpace::kNoParts, context.threads), searching);
        refined.partition.stopped |= searching.should_stop();
        const BoundEffort bound{
            .boxes = box_effort(task, axes, effort_, context.deadline.has_value()),
            .prices = {.steps = effort_.price_steps, .until_deadline = true}};
        Outcome outcome = partition_outcome(task, axes, refined.partition, bound, context);
        outcome.stats.emplace_back("changes", static_cast<double>(refined.changes));
        outcome.stats.emplace_back("rounds", static_cast<double>(refined.rounds));
        return outcome;
    }

private:
    static bool by_cells(const Task& task) {
        return task.objective == Objective::gcp || task.objective == Objective::lm;
    }

    /// From matched rows, if there are any; if there are none, or few types, from other classes.
    [[nodiscard]] Refined best_of_searches(const Task& task,
                                           const TypeSpace& space,
                                           const RunContext& context) const {
        const std::optional<TypePartition> matched =
            by_cells(task) && effort_.matches ? matched_start(task, space, context) : std::nullopt;
        if (!matched) {
            return search(task, space, context);
        }
        const bool alone = context.deadline || !is_to_be_paired(task);
        Refined other = alone ? Refined{} : search(task, space, context);
        Refined refined = refined_from(task, space, *matched, context, kPartOfMatched);
        if (!alone &&
            loss_if_released(task, space.axes(), other.partition, context.threads) <
                loss_if_released(task, space.axes(), refined.partition, context.threads)) {
            std::swap(refined, other);
        }
        refined.changes += other.changes;
        refined.rounds += other.rounds;
        return refined;
    }

    /// From starting_classes(), of few types from those of best-split; from paired ones where these
    /// lose little more than what comes of that. With a deadline there is time for one search: from
    /// what loses less at first.
    [[nodiscard]] Refined search(const Task& task,
                                 const TypeSpace& space,
                                 const RunContext& context) const {
        const auto loss_of = [&](const TypePartition& partition) {
            return loss_if_released(task, space.axes(), partition, context.threads);
        };
        TypePartition start =
            is_to_be_paired(task)
                ? divide_by_prospect(task, space.axes(), {.rule = SplitRule::best}, context)
                : starting_classes(task, space, context);
        const std::optional<TypePartition> paired =
            start.stopped ? std::nullopt : paired_start(task, space, context);
        if (context.deadline) {
            const bool is_less = paired && loss_of(*paired) < loss_of(start);
            return refined_from(task, space, is_less ? *paired : start, context);
        }
        Refined refined = refined_from(task, space, start, context);
        const double share = by_cells(task) ? kNearlyAsGood : 1;
        if (paired && loss_of(*paired) < share * loss_of(refined.partition)) {
            Refined other = refined_from(task, space, *paired, context);
            other.changes += refined.changes;
            other.rounds += refined.rounds;
            if (loss_of(other.partition) < loss_of(refined.partition)) {
                refined = std::move(other);
            }
        }
        return refined;
    }

    [[nodiscard]] Refined refined_from(const Task& task,
                                       const TypeSpace& space,
                                       const TypePartition& start,
                                       const RunContext& context,
                                       std::uint64_t part = 1) const {
        if (context.should_stop()) {
            return {.partition = start};
        }
        const std::uint64_t cells = refinement_cells(effort_.name, task) / part;
        Refined refined =
            refine_classes(task, space, start, cells / part_for_sets(task, space.axes()), context);
        // Classes that are released alike are one, which may count for more than its parts.
        join_alike(space.axes(), refined.partition, context.threads);
        if (!by_cells(task) &&
            loss_if_released(task, space.axes(), start, context.threads) <
                loss_if_released(task, space.axes(), refined.partition, context.threads)) {
            refined.partition = start;
        }
        return refined;
    }

    Effort effort_;
};

}  // namespace

std::uint64_t refinement_cells(std::string_view effort, const Task& task) {
    const std::uint64_t cells =
        std::uint64_t{task.row_types().size()} * task.quasi_identifiers.size();
    const Effort& asked = effort_named(effort);
    const std::uint64_t of_small =
        cells < kSmallTable ? asked.least * cells / kSmallTable * cells / kSmallTable : asked.least;
    const bool many = task.row_types().size() > kManyTypes;
    const std::uint64_t of_large = asked.most + (many ? kCellsOfMany : kCellsOfLarge) * cells;
    return std::max(of_small, std::min(asked.cells * cells, of_large));
}

std::unique_ptr<Method> make_refine(const OptionMap& options) {
    return std::make_unique<Refine>(effort_named(word_option(options, kRefineOptions[0])));
}

}  // namespace kanon::classes
