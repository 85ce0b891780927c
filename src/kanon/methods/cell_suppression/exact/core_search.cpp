// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/core_search.hpp"

#include "kanon/methods/cell_suppression/exact/dual_bound.hpp"
#include "kanon/methods/cell_suppression/exact/merged_types.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace kanon::cell_suppression {
namespace {

using Cost = std::int64_t;

constexpr StarCost kRounding = 1'000'000;  ///< costs that are not whole are right to a millionth
constexpr Cost kFirstReach = 8;            ///< units
constexpr std::size_t kFewCells = 60;      ///< of which one program is made, and that is all

/// What the solver made of the program.
struct ProgramChoice {
    SolveStatus status = SolveStatus::failed;
    StarCost value = 0;                                 ///< of `classes`, as the solver says
    std::optional<StarCost> bound;                      ///< of choices below the budget
    std::optional<std::vector<std::uint32_t>> classes;  ///< cells of the task, ascending
};

class CoreSearch {
public:
    CoreSearch(const AssignmentTask& task,
               CostUnit unit,
               const MipSolver& solver,
               const RunContext& context)
        : task_(task),
          unit_(unit),
          context_(context),
          merged_(merge_alike(task)),
          groups_(merged_.task(task)),
          program_(groups_, unit),
          root_(solver.open(program_.model())) {
        for (const std::uint32_t type : task.types) {
            most_ += task.counts[type] * task.star_cost;  // no pattern costs more
        }
    }

    void run(PartChoice& out) {
        if (!price(out)) {
            return;
        }
        if (task_.classes.size() <= kFewCells) {
            look_within(
                static_cast<Cost>(most_) + whole_unit(), {.heuristics = false}, context_, out);
            return;
        }
        look_at_root(out);
        if (may_be_stopped() && goes_on(out)) {
            look_near(out);
        }
        Cost reach = kFirstReach;
        while (goes_on(out) &&
               look_within(within(reach, out), {.heuristics = false}, context_, out)) {
            reach *= 2;
        }
    }

private:
    [[nodiscard]] static bool is_open(const PartChoice& choice) {
        return !choice.proven && choice.bound < choice.enough;
    }

    [[nodiscard]] bool goes_on(const PartChoice& out) const {
        return is_open(out) && !out.failed && !context_.should_stop();
    }

    [[nodiscard]] bool may_be_stopped() const {
        return context_.deadline || context_.node_limit != RunContext{}.node_limit;
    }

    [[nodiscard]] Cost within(Cost reach, const PartChoice& out) const {
        return static_cast<Cost>(out.bound) + reach * whole_unit();
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
        const Solution relaxed = root_->relax(context_);
        if (relaxed.status == SolveStatus::infeasible) {
            rule_out(std::numeric_limits<Cost>::max(), out);
            return false;
        }
        if (relaxed.status != SolveStatus::optimal) {
            out.failed = relaxed.status != SolveStatus::stopped;
            return false;
        }
        dual_ = dual_bound(groups_, program_.prices_of(relaxed.duals));
        raise(round_up(std::max<Cost>(dual_.cost, 0)), out);
        return is_open(out);
    }

    static void raise(Cost bound, PartChoice& out) {
        out.bound = std::max(out.bound, static_cast<StarCost>(bound));
        if (out.best && out.best->cost <= out.bound) {
            out.bound = out.best->cost;
            out.proven = true;
        }
    }

    /// The bound that cuts give and what they say of each class. Later programs begin there.
    void look_at_root(PartChoice& out) {
        const Cost budget = wanted(std::numeric_limits<Cost>::max(), out);
        const std::vector<std::uint32_t> spared = spared_columns(budget);
        SolveOptions options;
        limit(budget, out.bound, spared, options);
        const Solution found = root_->tighten(options, context_);
        if (!found.reduced_costs.empty()) {
            if_used_ = program_.costs_if_used(found.root, found.reduced_costs);
        }
        settle(choice_of(found), budget, out);
    }

    /// A good choice, soon: worth its time where the search may not come to its end.
    void look_near(PartChoice& out) {
        const SolveOptions near{.heuristics = false, .near = true};
        look_within(std::numeric_limits<Cost>::max(), near, context_, out);
    }

    /// Look for the best of all choices that cost less than the budget. True if there is none;
    /// false if there is, or the solver left before it knew.
    bool look_within(Cost budget,
                     SolveOptions options,
                     const RunContext& context,
                     PartChoice& out) {
        budget = wanted(budget, out);
        const std::vector<std::uint32_t> spared = spared_columns(budget);
        limit(budget, out.bound, spared, options);
        const Solution found = root_->solve(options, context);
        settle(choice_of(found), budget, out);
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

    /// The columns of the classes whose use costs the budget, for all that is known.
    [[nodiscard]] std::vector<std::uint32_t> spared_columns(Cost budget) const {
        std::vector<std::uint32_t> out;
        for (std::size_t index = 0; index < task_.classes.size(); ++index) {
            if (dual_.if_used[index] >= budget - dual_.cost ||
                (!if_used_.empty() && if_used_[index] >= budget)) {
                program_.add_columns_of(index, out);
            }
        }
        return out;
    }

    /// Choices that cost less than the budget; none costs less than the bound.
    void limit(Cost budget,
               StarCost bound,
               std::span<const std::uint32_t> spared,
               SolveOptions& options) const {
        options.floor = program_.columns_cost(static_cast<Cost>(bound));
        options.cost_step = unit_.whole ? 1.0 : 0.0;
        options.fixed = spared;
        if (budget < std::numeric_limits<Cost>::max()) {
            options.cutoff = program_.columns_cost(budget) - options.cost_step / 2;
        }
    }

    [[nodiscard]] ProgramChoice choice_of(const Solution& found) const {
        ProgramChoice out{.status = found.status};
        if (found.bound > -kUnlimited && found.bound < kUnlimited) {
            out.bound = program_.cost_at_least(found.bound);
        }
        if (!found.values.empty()) {
            out.value = program_.cost_at_least(found.value);
            out.classes.emplace();
            for (const std::uint32_t place : program_.used(found.values)) {
                out.classes->push_back(task_.classes[place]);
            }
        }
        return out;
    }

    /// Take what was found, and what it proves of choices that cost less than the budget.
    void settle(const ProgramChoice& found, Cost budget, PartChoice& out) const {
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
    const RunContext& context_;
    StarCost most_ = 0;  ///< that any choice costs
    MergedTypes merged_;
    AssignmentTask groups_;  ///< the task of groups of types
    CellProgram program_;    ///< of that
    std::unique_ptr<OpenModel> root_;
    DualBound dual_;
    std::vector<Cost> if_used_;  ///< per class: no choice that uses it costs less; or none
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
