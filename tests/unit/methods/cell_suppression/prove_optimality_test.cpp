// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/contract/prove_optimality.hpp"

#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/cell_suppression/exact/cell_program.hpp"
#include "kanon/methods/cell_suppression/exact/core_search.hpp"
#include "kanon/methods/cell_suppression/exact/dual_bound.hpp"
#include "kanon/methods/cell_suppression/patterns/star_bound.hpp"

#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include "support/star_brute_force.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

std::vector<const MethodInfo*> family() {
    std::vector<const MethodInfo*> out;
    for (const MethodInfo& method : methods()) {
        if (method.family == "cell-suppression") {
            out.push_back(&method);
        }
    }
    return out;
}

/// None where the method refuses the problem.
std::optional<Outcome> run(const MethodInfo& method, const Problem& problem) {
    try {
        return run_method(method.name, problem);
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// All cells of a problem as one task.
struct WholeTask {
    explicit WholeTask(const Problem& problem)
        : costs(problem), patterns(problem.patterns.patterns()) {
        cell_suppression::sort_by_cost(patterns, costs, cell_suppression::TieOrder::last);
        cells = *cell_suppression::collect_cells(problem, patterns, costs, 100'000, RunContext{});
        types.resize(problem.row_types().size());
        std::iota(types.begin(), types.end(), 0U);
        classes.resize(cells.size());
        std::iota(classes.begin(), classes.end(), 0U);
        task = {.types = types,
                .counts = problem.row_types().counts,
                .cells = &cells,
                .classes = classes,
                .least_rows = problem.least_class_rows(),
                .star_cost = costs.of(problem.patterns.everything())};
    }

    cell_suppression::PatternCosts costs;
    std::vector<Pattern> patterns;
    cell_suppression::StarCells cells;
    std::vector<std::uint32_t> types;
    std::vector<std::uint32_t> classes;
    cell_suppression::AssignmentTask task;
};

/// A solver that gives up, or says that there is nothing.
class UselessSolver final : public MipSolver {
public:
    explicit UselessSolver(SolveStatus status) : status_(status) {}

    [[nodiscard]] std::unique_ptr<OpenModel> open(const Model&) const override {
        return std::make_unique<Opened>(status_);
    }

    [[nodiscard]] Solution solve(const Model&,
                                 const SolveOptions&,
                                 const RunContext&) const override {
        return {.status = status_};
    }

private:
    class Opened final : public OpenModel {
    public:
        explicit Opened(SolveStatus status) : status_(status) {}

        [[nodiscard]] Solution relax(const RunContext&) override { return {.status = status_}; }

        [[nodiscard]] Solution tighten(const SolveOptions&, const RunContext&) override {
            return {.status = status_};
        }

        [[nodiscard]] Solution solve(const SolveOptions&, const RunContext&) const override {
            return {.status = status_};
        }

    private:
        SolveStatus status_;
    };

    SolveStatus status_;
};

class CloseGap : public NeedsMipSolver {
protected:
    RunContext context;
};

TEST_F(CloseGap, EndsWithTheLeastLossWhateverItBeginsWith) {
    int better = 0;
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_star_problem(seed);
        const std::optional<double> least = least_star_loss(problem);
        for (const MethodInfo* method : family()) {
            SCOPED_TRACE(method->name);
            const std::optional<Outcome> before = run(*method, problem);
            if (!before || !before->recoding) {
                continue;
            }
            ASSERT_LE(before->lower_bound.value(), *least + 1e-9);
            ASSERT_GE(before->loss, *least - 1e-9);
            const ProvenOutcome closed =
                prove_optimality(problem, *before, find_mip_solver(), context);
            ASSERT_NEAR(closed.outcome.loss, *least, 1e-9);
            ASSERT_EQ(closed.outcome.ending, Ending::optimal);
            ASSERT_EQ(closed.outcome.lower_bound, closed.outcome.loss);
            ASSERT_EQ(closed.replaced, closed.outcome.loss < before->loss);
            ASSERT_EQ(closed.note, "");
            audited(problem, closed.outcome);
            better += closed.replaced ? 1 : 0;
        }
    }
    EXPECT_GT(better, 10);
}

TEST_F(CloseGap, BoundsReleasesThatKeepOtherModelsAndLeavesThem) {
    int raised = 0;
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_star_problem(seed);
        const std::optional<double> least = least_star_loss(problem);
        add_l_diversity(problem, "distinct", 2);
        const Outcome before = run_method("pattern-greedy", problem, {}, context);
        if (!before.recoding) {
            continue;
        }
        const ProvenOutcome closed = prove_optimality(problem, before, find_mip_solver(), context);
        EXPECT_FALSE(closed.replaced);
        EXPECT_EQ(closed.outcome.loss, before.loss);
        EXPECT_GE(closed.outcome.lower_bound, before.lower_bound);
        EXPECT_LE(closed.outcome.lower_bound.value(), before.loss);
        EXPECT_GE(closed.outcome.lower_bound.value(), std::min(*least, before.loss) - 1e-9);
        raised += closed.outcome.lower_bound > before.lower_bound ? 1 : 0;
    }
    EXPECT_GT(raised, 2);
}

TEST_F(CloseGap, KeepsWhatThereIsWhereTheSolverIsOfNoUse) {
    const UselessSolver failing(SolveStatus::failed);
    const UselessSolver stopped(SolveStatus::stopped);
    const UselessSolver wrong(SolveStatus::infeasible);
    int open = 0;
    int said = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_star_problem(seed);
        const Outcome before = run_method("pattern-greedy", problem, {}, context);
        if (!before.recoding || before.lower_bound == before.loss) {
            continue;
        }
        for (const MipSolver* solver : {&failing, &stopped, &wrong}) {
            const Outcome after = prove_optimality(problem, before, solver, context).outcome;
            EXPECT_LE(after.loss, before.loss);  // rows may still be assigned at less cost
            EXPECT_GE(after.lower_bound, before.lower_bound);
            EXPECT_LE(after.lower_bound.value(), *least_star_loss(problem) + 1e-9);
            audited(problem, after);
        }
        const ProvenOutcome failed = prove_optimality(problem, before, &failing, context);
        EXPECT_EQ(failed.note.empty(), failed.outcome.ending == Ending::optimal);
        said += failed.note.find("gave up, for the solver failed on ") != std::string::npos ? 1 : 0;
        const ProvenOutcome without = prove_optimality(problem, before, nullptr, context);
        EXPECT_EQ(without.outcome.loss, before.loss);
        EXPECT_EQ(without.outcome.lower_bound, before.lower_bound);
        EXPECT_NE(without.note.find("no solver"), std::string::npos);
        ++open;
    }
    EXPECT_GT(open, 5);
    EXPECT_GT(said, 0);
}

TEST_F(CloseGap, IsNotWorseWhenStopped) {
    const Problem problem = random_star_problem(3);
    const Outcome before = run_method("pattern-greedy", problem, {}, context);
    ASSERT_TRUE(before.recoding);
    context.deadline = std::chrono::steady_clock::now();
    const Outcome late = prove_optimality(problem, before, find_mip_solver(), context).outcome;
    EXPECT_LE(late.loss, before.loss);
    EXPECT_GE(late.lower_bound, before.lower_bound);
    EXPECT_NE(
        prove_optimality(problem, before, find_mip_solver(), context).note.find("its time was up"),
        std::string::npos);
    const std::atomic<bool> cancel = true;
    context.cancel = &cancel;
    const Outcome cancelled = prove_optimality(problem, before, find_mip_solver(), context).outcome;
    EXPECT_EQ(cancelled.loss, before.loss);
}

TEST_F(CloseGap, ACoreHoldsTheBestOfAllCells) {
    int gaps = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_problem({.rows = 28, .attributes = 5, .values = 3}, seed);
        problem.objective = Objective::stars;
        const WholeTask whole(problem);
        ASSERT_GT(whole.cells.size(), 60);
        const cell_suppression::CostUnit unit =
            cell_suppression::CostUnit::of(whole.cells.costs, whole.task.star_cost);
        const cell_suppression::CellProgram program(whole.task, unit);
        const Solution all = find_mip_solver()->solve(program.model(), {.cost_step = 1}, context);
        ASSERT_EQ(all.status, SolveStatus::optimal);
        cell_suppression::PartChoice core;
        cell_suppression::search_core(whole.task, unit, *find_mip_solver(), context, core);
        ASSERT_TRUE(core.proven);
        ASSERT_EQ(core.best.value().cost, program.cost_at_least(all.value));
        ASSERT_EQ(core.bound, core.best->cost);
        const Solution relaxed = find_mip_solver()->relax(program.model(), context);
        gaps += relaxed.value < all.value - 1 ? 1 : 0;
    }
    EXPECT_GT(gaps, 0);
}

TEST(DualBound, IsOptLbWithThePricesOfTheCheapestCells) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_star_problem(seed);
        const WholeTask whole(problem);
        cell_suppression::RowPrices prices(whole.types.size(),
                                           static_cast<std::int64_t>(whole.task.star_cost));
        for (std::size_t cell = 0; cell < whole.cells.size(); ++cell) {
            for (const std::uint32_t type : whole.cells.of(cell)) {
                prices[type] =
                    std::min(prices[type], static_cast<std::int64_t>(whole.cells.costs[cell]));
            }
        }
        const cell_suppression::StarBound opt_lb =
            cell_suppression::star_bound(problem, whole.patterns, whole.costs, RunContext{});
        const cell_suppression::DualBound bound = cell_suppression::dual_bound(whole.task, prices);
        EXPECT_NEAR(whole.costs.loss_of(static_cast<cell_suppression::StarCost>(bound.cost)),
                    opt_lb.loss,
                    1e-9);
    }
}

TEST_F(CloseGap, TheDualBoundOfTheRelaxationIsItsValueAndHoldsForEveryUseOfACell) {
    int above = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_star_problem(seed);
        const WholeTask whole(problem);
        const cell_suppression::CostUnit unit =
            cell_suppression::CostUnit::of(whole.cells.costs, whole.task.star_cost);
        const cell_suppression::CellProgram program(whole.task, unit);
        const Solution relaxed = find_mip_solver()->relax(program.model(), context);
        ASSERT_EQ(relaxed.status, SolveStatus::optimal);
        const cell_suppression::DualBound bound =
            cell_suppression::dual_bound(whole.task, program.prices_of(relaxed.duals));
        const double all_starred = -program.columns_cost(0);
        ASSERT_NEAR(static_cast<double>(bound.cost) / unit.size,
                    all_starred + relaxed.value,
                    1e-4 * (1 + all_starred));
        for (std::size_t cell = 0; cell < whole.cells.size(); ++cell) {
            cell_suppression::AssignmentTask one = whole.task;
            const auto number = static_cast<std::uint32_t>(cell);
            one.classes = std::span(&number, 1);
            const std::optional<cell_suppression::RowAssignment> used =
                cell_suppression::assign_rows(one);
            ASSERT_TRUE(used);
            ASSERT_GE(static_cast<std::int64_t>(used->cost), bound.cost + bound.if_used[cell]);
            above += bound.if_used[cell] > 0 ? 1 : 0;
        }
    }
    EXPECT_GT(above, 20);
}

}  // namespace
}  // namespace kanon::test
