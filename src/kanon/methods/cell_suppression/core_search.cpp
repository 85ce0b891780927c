// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/core_search.hpp"

#include "kanon/methods/parts/dual_bound.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

using Cost = std::int64_t;

constexpr StarCost kRounding = 1'000'000;  ///< costs that are not whole are right to a millionth
constexpr Cost kFirstReach = 4;            ///< units
constexpr Cost kReachFactor = 4;

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
        Cost reach = kFirstReach * whole_unit();
        while (!out.proven && !context_.should_stop() && look_within(reach, out)) {
            reach *= kReachFactor;
        }
    }

private:
    [[nodiscard]] Cost whole_unit() const { return static_cast<Cost>(unit_.size); }

    [[nodiscard]] Cost round_up(Cost cost) const {
        const Cost unit = whole_unit();
        return unit_.whole ? (cost + unit - 1) / unit * unit : cost;
    }

    /// Prices and a bound by the linear relaxation. False where that is the end.
    bool price(PartChoice& out) {
        const CellProgram program(task_, unit_);
        const Solution relaxed = solver_.relax(program.model(), context_);
        if (relaxed.status == SolveStatus::infeasible) {
            out.failed = out.best.has_value();  // the start is there: the solver is wrong
            out.proven = !out.failed;
            out.bound = out.failed ? out.bound : kNoChoice;
            return false;
        }
        if (relaxed.status != SolveStatus::optimal) {
            out.failed = relaxed.status != SolveStatus::stopped;
            return false;
        }
        prices_ = program.prices_of(relaxed.duals);
        dual_ = dual_bound(task_, prices_);
        bound_ = round_up(std::max<Cost>(dual_.cost, 0));
        raise(bound_, out);
        return !out.proven;
    }

    static void raise(Cost bound, PartChoice& out) {
        out.bound = std::max(out.bound, static_cast<StarCost>(bound));
        if (out.best && out.best->cost <= out.bound) {
            out.bound = out.best->cost;
            out.proven = true;
        }
    }

    /// No choice costs less than the budget; if none can cost more either, there is none.
    void rule_out(Cost budget, PartChoice& out) const {
        if (!out.best && budget > static_cast<Cost>(most_)) {
            out.bound = kNoChoice;
            out.proven = true;
            return;
        }
        raise(budget, out);
    }

    /// Look for the best of all choices that cost less than the bound and the reach. False if the
    /// solver left before it knew.
    bool look_within(Cost reach, PartChoice& out) {
        Cost budget = bound_ + reach;
        if (out.best) {
            budget = std::min(budget, static_cast<Cost>(out.best->cost));
        }
        take_core(budget - dual_.cost);
        AssignmentTask task = task_;
        task.cells = &core_;
        task.classes = places_;
        const CellProgram program(task, unit_);
        const double below = unit_.whole ? 0.5 : 0;
        const Solution found = solver_.solve(
            program.model(),
            {.cutoff = program.columns_cost(budget) - below, .cost_step = unit_.whole ? 1.0 : 0.0},
            context_);
        if (found.status == SolveStatus::infeasible) {
            rule_out(budget, out);
            return true;
        }
        if (found.bound > -kUnlimited) {
            const auto proven = static_cast<Cost>(program.cost_at_least(found.bound));
            raise(std::min(proven, budget), out);
        }
        if (!found.values.empty()) {
            keep(program.used(found.values), out);
        }
        settle(found, program, out);
        return false;
    }

    /// The cells whose use costs less than `slack` beyond the bound.
    void take_core(Cost slack) {
        core_ = {};
        origin_.clear();
        for (std::size_t index = 0; index < task_.classes.size(); ++index) {
            if (dual_.if_used[index] >= slack) {
                continue;
            }
            const std::uint32_t cell = task_.classes[index];
            const std::span<const std::uint32_t> types = task_.cells->of(cell);
            core_.types.insert(core_.types.end(), types.begin(), types.end());
            core_.ends.push_back(core_.types.size());
            core_.rows.push_back(task_.cells->rows[cell]);
            core_.stars.push_back(task_.cells->stars[cell]);
            core_.costs.push_back(task_.cells->costs[cell]);
            origin_.push_back(cell);
        }
        places_.resize(core_.size());
        std::iota(places_.begin(), places_.end(), 0U);
    }

    /// Take what is found if it is better; which rows are where is counted anew.
    void keep(const std::vector<std::uint32_t>& used, PartChoice& out) const {
        std::vector<std::uint32_t> classes;
        for (const std::uint32_t cell : used) {
            classes.push_back(origin_[cell]);
        }
        AssignmentTask task = task_;
        task.classes = classes;
        std::optional<RowAssignment> found = assign_rows(task);
        if (found && (!out.best || found->cost < out.best->cost)) {
            out.best = std::move(found);
        }
    }

    /// Proven if the solver says so and what its classes cost, counted anew, is what it says.
    void settle(const Solution& found, const CellProgram& program, PartChoice& out) const {
        const bool ended = found.status == SolveStatus::optimal;
        out.failed =
            !ended && found.status != SolveStatus::feasible && found.status != SolveStatus::stopped;
        if (!out.best) {
            out.failed = out.failed || ended;
            return;
        }
        const StarCost slack = unit_.whole ? 0 : out.best->cost / kRounding + 1;
        out.proven =
            out.proven || (ended && out.best->cost <= program.cost_at_least(found.value) + slack);
        out.failed = out.failed || (ended && !out.proven);
        out.bound = out.proven ? out.best->cost : std::min(out.bound, out.best->cost);
    }

    const AssignmentTask& task_;
    CostUnit unit_;
    const MipSolver& solver_;
    const RunContext& context_;
    StarCost most_ = 0;  ///< that any choice costs
    RowPrices prices_;
    DualBound dual_;
    Cost bound_ = 0;
    StarCells core_;
    std::vector<std::uint32_t> origin_;  ///< per cell of the core: the task's
    std::vector<std::uint32_t> places_;  ///< of the core's cells: 0, 1, ...
};

}  // namespace

void search_core(const AssignmentTask& task,
                 CostUnit unit,
                 const MipSolver& solver,
                 const RunContext& context,
                 PartChoice& out) {
    CoreSearch(task, unit, solver, context).run(out);
}

}  // namespace kanon
