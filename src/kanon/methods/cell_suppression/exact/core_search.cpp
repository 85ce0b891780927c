// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/core_search.hpp"

#include "kanon/methods/cell_suppression/exact/dual_bound.hpp"
#include "kanon/methods/cell_suppression/exact/merged_types.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace kanon::cell_suppression {
namespace {

using Cost = std::int64_t;

constexpr StarCost kRounding = 1'000'000;  ///< costs that are not whole are right to a millionth
constexpr Cost kFirstReach = 2;            ///< units
constexpr std::size_t kFewCells = 60;      ///< of which one program is made, and that is all

/// What the solver made of the core's program.
struct CoreSolution {
    SolveStatus status = SolveStatus::failed;
    StarCost value = 0;                                 ///< of `classes`, as the solver says
    std::optional<StarCost> bound;                      ///< of choices within the core
    std::optional<std::vector<std::uint32_t>> classes;  ///< cells of the task, ascending
    /// Per cell of the core, or none: no choice below the budget that uses it costs less.
    std::vector<Cost> if_used;
};

class CoreSearch {
public:
    CoreSearch(const AssignmentTask& task,
               CostUnit unit,
               const MipSolver& solver,
               const RunContext& context)
        : task_(task), unit_(unit), solver_(solver), context_(context) {
        for (const std::uint32_t type : task.types) {
            most_ += task.counts[type] * task.star_cost;  // no pattern costs more
        }
    }

    void run(PartChoice& out) {
        if (!price(out)) {
            return;
        }
        if (task_.classes.size() <= kFewCells) {
            look_within(static_cast<Cost>(most_) + whole_unit(), out);
            return;
        }
        look_at_root(out);
        Cost reach = kFirstReach;
        while (is_open(out) && !out.failed && !context_.should_stop() &&
               look_within(static_cast<Cost>(out.bound) + reach * whole_unit(), out)) {
            reach += (reach + 1) / 2;
        }
    }

private:
    [[nodiscard]] static bool is_open(const PartChoice& choice) {
        return !choice.proven && choice.bound < choice.enough;
    }

    /// What a choice must cost less than so that it is better, and matters; in whole units, between
    /// which the solver knows no costs.
    [[nodiscard]] Cost wanted(Cost budget, const PartChoice& out) const {
        if (out.enough <= most_) {
            budget = std::min(budget, round_up(static_cast<Cost>(out.enough)));
        }
        return out.best ? std::min(budget, static_cast<Cost>(out.best->cost)) : budget;
    }

    [[nodiscard]] Cost whole_unit() const { return static_cast<Cost>(unit_.size); }

    [[nodiscard]] Cost round_up(Cost cost) const {
        const Cost unit = whole_unit();
        return unit_.whole ? (cost + unit - 1) / unit * unit : cost;
    }

    /// Prices and a bound by the linear relaxation. False where that is the end.
    bool price(PartChoice& out) {
        std::vector<std::size_t> all(task_.classes.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        const MergedTypes merged = merge_alike(task_, all);
        const AssignmentTask task = merged.task(task_);
        const CellProgram program(task, unit_);
        const Solution relaxed = solver_.relax(program.model(), context_);
        if (relaxed.status == SolveStatus::infeasible) {
            rule_out(std::numeric_limits<Cost>::max(), out);
            return false;
        }
        if (relaxed.status != SolveStatus::optimal) {
            out.failed = relaxed.status != SolveStatus::stopped;
            return false;
        }
        dual_ = dual_bound(task, program.prices_of(relaxed.duals));
        bound_ = round_up(std::max<Cost>(dual_.cost, 0));
        raise(bound_, out);
        return is_open(out);
    }

    static void raise(Cost bound, PartChoice& out) {
        out.bound = std::max(out.bound, static_cast<StarCost>(bound));
        if (out.best && out.best->cost <= out.bound) {
            out.bound = out.best->cost;
            out.proven = true;
        }
    }

    /// The bound that cuts give and what they say of each class; and what the solver's heuristics
    /// find, where the search may not come to its end. Else they are not worth their time: what
    /// costs the least is seldom far above the bound.
    void look_at_root(PartChoice& out) {
        const bool to_the_end =
            !context_.deadline && context_.node_limit == RunContext{}.node_limit;
        RunContext root = context_;
        root.node_limit = std::min<std::uint64_t>(root.node_limit, 1);
        const Cost budget = wanted(std::numeric_limits<Cost>::max(), out);
        take_core(budget);
        CoreSolution found =
            solve_core(budget, out.bound, {.heuristics = true, .tree = !to_the_end}, root);
        if (!found.if_used.empty()) {
            if_used_.assign(task_.classes.size(), budget);
            for (std::size_t place = 0; place < index_.size(); ++place) {
                if_used_[index_[place]] = found.if_used[place];
            }
        }
        settle(found, budget, out);
    }

    /// Look for the best of all choices that cost less than the budget. True if there is none;
    /// false if there is, or the solver left before it knew.
    bool look_within(Cost budget, PartChoice& out) {
        budget = wanted(budget, out);
        take_core(budget);
        const CoreSolution found = solve_core(budget, out.bound, {.heuristics = false}, context_);
        settle(found, budget, out);
        return found.status == SolveStatus::infeasible;
    }

    /// No choice costs less than the budget; if none can cost more either, there is none.
    void rule_out(Cost budget, PartChoice& out) const {
        if (budget <= static_cast<Cost>(most_)) {
            raise(budget, out);
            return;
        }
        out.failed = out.best.has_value();  // there is one: the solver is wrong
        out.proven = !out.failed;
        out.bound = out.failed ? out.bound : kNoChoice;
    }

    /// The cells whose use costs less than the budget, for all that is known.
    void take_core(Cost budget) {
        index_.clear();
        for (std::size_t index = 0; index < task_.classes.size(); ++index) {
            if (dual_.if_used[index] < budget - dual_.cost &&
                (if_used_.empty() || if_used_[index] < budget)) {
                index_.push_back(index);
            }
        }
        core_ = merge_alike(task_, index_);
    }

    /// Choices within the core that cost less than the budget; none costs less than the bound.
    [[nodiscard]] CoreSolution solve_core(Cost budget,
                                          StarCost bound,
                                          SolveOptions options,
                                          const RunContext& context) const {
        const AssignmentTask task = core_.task(task_);
        const CellProgram program(task, unit_);
        options.floor = program.columns_cost(static_cast<Cost>(bound));
        options.cost_step = unit_.whole ? 1.0 : 0.0;
        if (budget < std::numeric_limits<Cost>::max()) {
            options.cutoff = program.columns_cost(budget) - options.cost_step / 2;
        }
        const Solution found = solver_.solve(program.model(), options, context);
        CoreSolution out{.status = found.status};
        if (found.bound > -kUnlimited && found.bound < kUnlimited) {
            out.bound = program.cost_at_least(found.bound);
        }
        if (!found.values.empty()) {
            out.value = program.cost_at_least(found.value);
            out.classes.emplace();
            for (const std::uint32_t place : program.used(found.values)) {
                out.classes->push_back(task_.classes[index_[place]]);
            }
        }
        if (!found.reduced_costs.empty()) {
            out.if_used = program.costs_if_used(found.root, found.reduced_costs);
        }
        return out;
    }

    /// Take what was found, and what it proves of choices that cost less than the budget.
    void settle(const CoreSolution& found, Cost budget, PartChoice& out) const {
        if (found.status == SolveStatus::infeasible) {
            rule_out(budget, out);
            return;
        }
        const bool ended = found.status == SolveStatus::optimal;
        out.failed =
            !ended && found.status != SolveStatus::feasible && found.status != SolveStatus::stopped;
        if (found.classes) {
            keep_better(*found.classes, out);
        }
        if (found.bound) {
            raise(std::min(static_cast<Cost>(*found.bound), budget), out);
        }
        if (ended && !out.proven) {
            prove(found.value, out);
        }
    }

    /// What the solver says is best is so if its classes, counted anew, cost what it says.
    void prove(StarCost value, PartChoice& out) const {
        const StarCost slack = unit_.whole ? 0 : value / kRounding + 1;
        out.proven = out.best && out.best->cost <= value + slack;
        out.failed = !out.proven;
        if (out.proven) {
            out.bound = out.best->cost;
        }
    }

    void keep_better(std::span<const std::uint32_t> classes, PartChoice& out) const {
        AssignmentTask task = task_;
        task.classes = classes;
        std::optional<RowAssignment> found = assign_rows(task);
        if (found && (!out.best || found->cost < out.best->cost)) {
            out.best = std::move(found);
        }
    }

    const AssignmentTask& task_;
    CostUnit unit_;
    const MipSolver& solver_;
    const RunContext& context_;
    StarCost most_ = 0;  ///< that any choice costs
    DualBound dual_;
    Cost bound_ = 0;
    MergedTypes core_;
    std::vector<Cost> if_used_;       ///< per class: no choice that uses it costs less; or none
    std::vector<std::size_t> index_;  ///< per cell of the core: its place in the task's classes
};

}  // namespace

void search_core(const AssignmentTask& task,
                 CostUnit unit,
                 const MipSolver& solver,
                 const RunContext& context,
                 PartChoice& out) {
    CoreSearch(task, unit, solver, context).run(out);
}

}  // namespace kanon::cell_suppression
