// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/improvement/polish.hpp"

#include "kanon/methods/cell_suppression/covers/cover.hpp"
#include "kanon/methods/cell_suppression/exact/exact_outcome.hpp"
#include "kanon/methods/cell_suppression/graphs/aggarwal_forest.hpp"
#include "kanon/methods/cell_suppression/improvement/changing_classes.hpp"
#include "kanon/methods/cell_suppression/improvement/class_moves.hpp"
#include "kanon/methods/cell_suppression/improvement/class_regions.hpp"
#include "kanon/methods/cell_suppression/partition/leftovers.hpp"
#include "kanon/methods/shared/method_options.hpp"
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kanon::cell_suppression {
namespace {

/// Passes with the largest regions that must change nothing, each with others, to end.
constexpr int kPassesInVain = 4;

/// Regions of growing size, with moves of rows in between.
void polish_regions(const PolishScope& scope,
                    const MipSolver& solver,
                    std::size_t most_types,
                    ChangingClasses& classes,
                    Polished& out) {
    RegionSearch search(scope, classes, solver);
    std::size_t types = std::min(kFewestRegionTypes, most_types);
    for (int in_vain = 0; types > 0 && in_vain < kPassesInVain && !search.solved_all();) {
        const std::uint64_t changed = search.pass(types);
        out.changes += changed;
        out.regions = search.solved();
        if (scope.context.should_stop() || search.solved() >= scope.context.node_limit) {
            return;
        }
        if (changed > 0) {
            in_vain = 0;
            out.changes += move_rows(scope, classes);
        } else if (types < most_types) {
            types = std::min(2 * types, most_types);
        } else {
            ++in_vain;
            search.forget();
        }
    }
    out.done = true;
}

/// What the rows of each type cost at least.
std::vector<StarCost> least_costs(StarSearch& search) {
    std::vector<StarCost> out;
    for (const std::uint32_t place : search.bound().cheapest) {
        out.push_back(search.costs().of(place == kNoPattern ? search.task().patterns.everything()
                                                            : search.patterns()[place]));
    }
    out.resize(search.task().row_types().size(), 0);  // there is no bound if that was stopped
    return out;
}

StarPartition start_of(const std::string& name, StarSearch& search) {
    const Task& task = search.task();
    if (name == "pattern-greedy") {
        return greedy_partition(search, search.patterns());
    }
    require_plain_problem(name, task);
    const Slots slots(task);
    if (name == "aggarwal-forest") {
        return partition_of_sets(task, slots, cut_forest(search, near_forest(search)));
    }
    const Cover cover = cover_by_cells(search, slots, {});
    const auto sets = convert(cover, task.row_types().row_count(), task.least_class_rows());
    return partition_of_sets(task, slots, sets);
}

class PolishRun {
public:
    /// `to_the_end`: the context without limits, for what must not be stopped.
    PolishRun(StarSearch& search, const RunContext& to_the_end, const RunContext& context)
        : task_(search.task()), context_(context), to_the_end_(to_the_end), search_(search) {}

    Outcome run(const std::string& start, std::size_t most_types) {
        StarPartition partition = start_of(start, search_);
        const PackedTypes packed(task_.row_types());
        const std::uint64_t left = place_leftovers(
            task_, packed, search_.patterns(), search_.costs(), to_the_end_, partition);
        if (left > task_.suppression_limit) {
            return search_.finish(std::move(partition));
        }
        Polished polished = polish(search_, context_, partition, most_types);
        search_.count("changes", polished.changes);
        search_.count("regions", polished.regions);
        Outcome out = search_.finish(std::move(polished.partition));
        out.stats.emplace_back("loss_at_start", search_.costs().loss_of(polished.before));
        if (out.recoding && !polished.done) {
            out.ending = context_.cancelled() ? Ending::cancelled : Ending::timed_out;
        }
        return out;
    }

private:
    const Task& task_;
    const RunContext& context_;
    const RunContext& to_the_end_;
    StarSearch& search_;
};

class Polish final : public Method {
public:
    explicit Polish(const OptionMap& options)
        : start_(word_option(options, kPolishOptions[0])),
          most_types_(integer_option(options, kPolishOptions[1])) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const RunContext to_the_end = without_limits(context);
        StarSearch search(task, TieOrder::last, to_the_end);
        return PolishRun(search, to_the_end, context).run(start_, most_types_);
    }

private:
    std::string start_;
    std::size_t most_types_;
};

}  // namespace

Polished polish(StarSearch& search,
                const RunContext& limits,
                const StarPartition& start,
                std::size_t most_region_types) {
    const PackedTypes packed(search.task().row_types());
    const std::vector<StarCost> least = least_costs(search);
    const PolishScope scope{.task = search.task(),
                            .packed = packed,
                            .patterns = search.patterns(),
                            .costs = search.costs(),
                            .least_costs = least,
                            .context = limits};
    ChangingClasses classes(scope, start);
    Polished out{.before = classes.cost()};
    out.changes = move_rows(scope, classes);
    const MipSolver* solver = find_mip_solver();
    if (solver != nullptr && ClassChecker(scope.task).rows_decide()) {
        polish_regions(scope, *solver, most_region_types, classes, out);
    } else {
        out.done = !scope.context.should_stop();
    }
    out.after = classes.cost();
    out.partition = classes.partition();
    return out;
}

std::unique_ptr<Method> make_polish(const OptionMap& options) {
    return std::make_unique<Polish>(options);
}

}  // namespace kanon::cell_suppression
