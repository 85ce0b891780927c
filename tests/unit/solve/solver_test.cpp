// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/solver.hpp"

#include "kanon/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

namespace kanon {
namespace {

/// maximize 5a + 4b + 3c with 2a + 3b + c <= 5, 4a + b + 2c <= 11, 3a + 4b + 2c <= 8, whole or not.
Model small_model(bool whole) {
    Model model;
    for (const double gain : {5.0, 4.0, 3.0}) {
        model.add_column({.upper = 10, .cost = -gain, .integer = whole});
    }
    const std::vector<std::vector<double>> rows{{2, 3, 1}, {4, 1, 2}, {3, 4, 2}};
    const std::vector<double> most{5, 11, 8};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t row = model.add_row({.upper = most[i]});
        for (std::uint32_t j = 0; j < 3; ++j) {
            model.add_entry(row, j, rows[i][j]);
        }
    }
    return model;
}

/// Choose sets of least cost that cover all items: `items` of them, each in five of `sets` sets.
Model hard_cover(std::uint32_t items, std::uint32_t sets) {
    Model model;
    Random random(7);
    for (std::uint32_t set = 0; set < sets; ++set) {
        model.add_column(
            {.upper = 1, .cost = 10 + static_cast<double>(random.below(5)), .integer = true});
    }
    for (std::uint32_t item = 0; item < items; ++item) {
        const std::uint32_t row = model.add_row({.lower = 1});
        for (std::uint32_t part = 0; part < 5; ++part) {
            const std::uint32_t slice = sets / 5;
            model.add_entry(row, part * slice + static_cast<std::uint32_t>(random.below(slice)), 1);
        }
    }
    return model;
}

class Solver : public testing::TestWithParam<MipBackend> {
protected:
    const MipSolver& solver = GetParam().solver();
    RunContext context;
};

TEST_P(Solver, RelaxesToTheLinearOptimum) {
    const Solution found = solver.relax(small_model(true), context);
    ASSERT_EQ(found.status, SolveStatus::optimal);
    EXPECT_NEAR(found.value, -13, 1e-9);  // at (2, 0, 1)
    EXPECT_NEAR(found.bound, -13, 1e-9);
    ASSERT_EQ(found.duals.size(), 3U);
    ASSERT_EQ(found.reduced_costs.size(), 3U);
    // Strong duality: the second row is slack, and what the rows are worth is the optimum.
    EXPECT_NEAR(found.duals[1], 0, 1e-9);
    EXPECT_NEAR(5 * found.duals[0] + 8 * found.duals[2], -13, 1e-9);
    EXPECT_NEAR(found.reduced_costs[1], -4 - (3 * found.duals[0] + 4 * found.duals[2]), 1e-9);
}

TEST_P(Solver, SolvesInWholeNumbers) {
    Model model;  // two halves that only whole numbers keep apart: x + y <= 1.5
    model.add_column({.upper = 1, .cost = -1, .integer = true});
    model.add_column({.upper = 1, .cost = -1, .integer = true});
    const std::uint32_t row = model.add_row({.upper = 1.5});
    model.add_entry(row, 0, 1);
    model.add_entry(row, 1, 1);
    EXPECT_NEAR(solver.relax(model, context).value, -1.5, 1e-9);
    const Solution found = solver.solve(model, {}, context);
    ASSERT_EQ(found.status, SolveStatus::optimal);
    EXPECT_NEAR(found.value, -1, 1e-9);
    EXPECT_NEAR(found.bound, -1, 1e-9);
    EXPECT_TRUE(model.allows(found.values));
}

TEST_P(Solver, KnowsInfeasibleModels) {
    Model model;
    model.add_column({.upper = 1, .cost = 1, .integer = true});
    const std::uint32_t row = model.add_row({.lower = 2});
    model.add_entry(row, 0, 1);
    EXPECT_EQ(solver.relax(model, context).status, SolveStatus::infeasible);
    EXPECT_EQ(solver.solve(model, {}, context).status, SolveStatus::infeasible);
}

TEST_P(Solver, KnowsModelsThatOnlyWholeNumbersMakeInfeasible) {
    Model model;  // 2x + 2y = 3
    model.add_column({.upper = 5, .cost = 1, .integer = true});
    model.add_column({.upper = 5, .cost = 1, .integer = true});
    const std::uint32_t row = model.add_row({.lower = 3, .upper = 3});
    model.add_entry(row, 0, 2);
    model.add_entry(row, 1, 2);
    EXPECT_EQ(solver.relax(model, context).status, SolveStatus::optimal);
    const Solution found = solver.solve(model, {}, context);
    EXPECT_EQ(found.status, SolveStatus::infeasible);
    EXPECT_TRUE(found.values.empty());
}

TEST_P(Solver, KnowsUnboundedModels) {
    Model model;
    model.add_column({.cost = -1});
    model.add_column({.cost = 1, .integer = true});
    const std::uint32_t row = model.add_row({.upper = 3});
    model.add_entry(row, 0, 1);
    model.add_entry(row, 1, -1);
    model.columns[1].cost = 0;
    EXPECT_EQ(solver.relax(model, context).status, SolveStatus::unbounded);
    EXPECT_EQ(solver.solve(model, {}, context).status, SolveStatus::unbounded);
}

TEST_P(Solver, TakesLazyRowsInWhereTheyAreBroken) {
    // x + y <= 2 u says what x <= u and y <= u say, once u is whole.
    Model model;
    for (const double cost : {-1.0, -1.0, 1.5}) {
        model.add_column({.upper = 1, .cost = cost, .integer = true});
    }
    const std::uint32_t both = model.add_row({.upper = 0});
    model.add_entry(both, 0, 1);
    model.add_entry(both, 1, 1);
    model.add_entry(both, 2, -2);
    const std::uint32_t limit = model.add_row({.upper = 1});
    model.add_entry(limit, 0, 1);
    model.add_entry(limit, 1, 1);
    EXPECT_NEAR(solver.relax(model, context).value, -0.25, 1e-9);  // u = 0.5
    for (const std::uint32_t column : {0U, 1U}) {
        const std::uint32_t row = model.add_row({.upper = 0, .lazy = true});
        model.add_entry(row, column, 1);
        model.add_entry(row, 2, -1);
    }
    EXPECT_NEAR(solver.relax(model, context).value, -0.25, 1e-9);  // x = y = u = 0.5
    model.columns[1].cost = -0.5;
    EXPECT_NEAR(solver.relax(model, context).value, 0, 1e-9);  // x = 1, u = 0.5 is broken
    const Solution found = solver.solve(model, {}, context);
    ASSERT_EQ(found.status, SolveStatus::optimal);
    EXPECT_NEAR(found.value, 0, 1e-9);
}

TEST_P(Solver, LooksForNothingAtTheCutoff) {
    const Model model = hard_cover(30, 40);
    const Solution best = solver.solve(model, {.cost_step = 1}, context);
    ASSERT_EQ(best.status, SolveStatus::optimal);
    const Solution none = solver.solve(model, {.cutoff = best.value, .cost_step = 1}, context);
    EXPECT_EQ(none.status, SolveStatus::infeasible);
    const Solution same =
        solver.solve(model, {.cutoff = best.value + 0.5, .cost_step = 1}, context);
    ASSERT_EQ(same.status, SolveStatus::optimal);
    EXPECT_NEAR(same.value, best.value, 1e-6);
}

TEST_P(Solver, EndsAtAKnownBound) {
    const Model model = hard_cover(30, 40);
    const Solution best = solver.solve(model, {.cost_step = 1}, context);
    const Solution met = solver.solve(model, {.floor = best.value, .cost_step = 1}, context);
    EXPECT_EQ(met.status, SolveStatus::optimal);
    EXPECT_EQ(met.value, best.value);
    EXPECT_EQ(met.bound, best.value);
}

TEST_P(Solver, ReducedCostsOfTheRootBoundWhatUsesAColumn) {
    const Model model = hard_cover(60, 60);
    const Solution best = solver.solve(model, {.cost_step = 1}, context);
    ASSERT_EQ(best.status, SolveStatus::optimal);
    ASSERT_EQ(best.reduced_costs.size(), model.columns.size());
    EXPECT_LE(best.root, best.value + 1e-6);
    std::size_t telling = 0;
    for (std::size_t j = 0; j < model.columns.size(); ++j) {
        telling += best.reduced_costs[j] > 1 ? 1U : 0U;
        if (best.values[j] == 1) {
            EXPECT_LE(best.root + best.reduced_costs[j], best.value + 1e-6) << j;
        }
    }
    EXPECT_GT(telling, 0U);
}

TEST_P(Solver, WithoutATreeItEndsWithTheRootsBound) {
    const Model model = hard_cover(60, 60);
    const Solution best = solver.solve(model, {.cost_step = 1}, context);
    const std::unique_ptr<OpenModel> opened = solver.open(model);
    const Solution relaxed = opened->relax(context);
    const Solution root = opened->tighten({.cost_step = 1}, context);
    EXPECT_EQ(root.status, SolveStatus::stopped);
    EXPECT_TRUE(root.values.empty());
    EXPECT_EQ(root.reduced_costs.size(), model.columns.size());
    EXPECT_LE(root.bound, best.value + 1e-6);
    EXPECT_GE(root.bound, relaxed.value - 1e-6);
}

/// Classes of at least three of a few rows, each row in one of the classes or in none.
Model random_classes(std::uint64_t seed, std::uint32_t classes, std::uint32_t rows) {
    Model model;
    Random random(seed);
    for (std::uint32_t c = 0; c < classes; ++c) {
        model.add_column({.upper = 1, .integer = true});
    }
    for (std::uint32_t i = 0; i < rows; ++i) {
        model.add_row({.upper = 1 + static_cast<double>(random.below(2))});
    }
    for (std::uint32_t c = 0; c < classes; ++c) {
        const std::uint32_t enough = model.add_row({.lower = 0});
        model.add_entry(enough, c, -3);
        const std::uint32_t none_unless_used = model.add_row({.upper = 0});
        model.add_entry(none_unless_used, c, -2.0 * rows);
        const double gain = 1 + static_cast<double>(random.below(5));
        for (std::uint32_t i = 0; i < rows; ++i) {
            if (random.below(5) < 3) {
                const double count = model.rows[i].upper;
                const std::uint32_t share = model.add_column({.upper = count, .cost = -gain});
                model.add_entry(i, share, 1);
                model.add_entry(enough, share, 1);
                model.add_entry(none_unless_used, share, 1);
                const std::uint32_t used = model.add_row({.upper = 0, .lazy = true});
                model.add_entry(used, share, 1);
                model.add_entry(used, c, -count);
            }
        }
    }
    return model;
}

TEST_P(Solver, FindsWhatFixingAllWholeColumnsFinds) {
    constexpr std::uint32_t kClasses = 7;
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
        const Model model = random_classes(seed, kClasses, 8);
        double best = 0;
        for (std::uint32_t used = 0; used < (1U << kClasses); ++used) {
            Model fixed = model;
            for (std::uint32_t c = 0; c < kClasses; ++c) {
                fixed.columns[c].lower = fixed.columns[c].upper = (used >> c) & 1U;
            }
            const Solution one = solver.relax(fixed, context);
            best = one.status == SolveStatus::optimal ? std::min(best, one.value) : best;
        }
        const Solution found = solver.solve(model, {.cost_step = 1}, context);
        ASSERT_EQ(found.status, SolveStatus::optimal) << seed;
        EXPECT_NEAR(found.value, best, 1e-6) << seed;
        const Solution none = solver.solve(model, {.cutoff = best - 0.5, .cost_step = 1}, context);
        EXPECT_EQ(none.status, SolveStatus::infeasible) << seed;
        const Solution again = solver.solve(model, {.cutoff = best + 0.5, .cost_step = 1}, context);
        EXPECT_NEAR(again.value, best, 1e-6) << seed;
    }
}

TEST_P(Solver, FindsTheSameFromAKeptRootBelowEachCutOff) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        const Model model = random_classes(seed, 10, 12);
        const Solution best = solver.solve(model, {.cost_step = 1}, context);
        ASSERT_EQ(best.status, SolveStatus::optimal);
        const std::unique_ptr<OpenModel> opened = solver.open(model);
        const Solution relaxed = opened->relax(context);
        static_cast<void>(opened->tighten({.cutoff = best.value + 4.5, .cost_step = 1}, context));
        for (const double above : {-1.0, 0.0, 3.0}) {
            for (const bool heuristics : {false, true}) {
                const Solution found = opened->solve({.cutoff = best.value + above + 0.5,
                                                      .floor = std::ceil(relaxed.value - 1e-6),
                                                      .cost_step = 1,
                                                      .heuristics = heuristics},
                                                     context);
                ASSERT_EQ(found.status, above < 0 ? SolveStatus::infeasible : SolveStatus::optimal);
                EXPECT_TRUE(above < 0 || model.allows(found.values));
                EXPECT_TRUE(above < 0 || std::abs(found.value - best.value) < 1e-6);
            }
        }
    }
}

TEST_P(Solver, HoldsColumnsAtTheirLowerBounds) {
    constexpr std::uint32_t kClasses = 8;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        const Model model = random_classes(seed, kClasses, 10);
        Random random(seed + 1000);
        std::vector<std::uint32_t> held;
        Model without = model;
        for (std::uint32_t c = 0; c < kClasses; ++c) {
            if (random.below(3) == 0) {
                held.push_back(c);
                without.columns[c].upper = 0;
            }
        }
        const Solution best = solver.solve(without, {.cost_step = 1}, context);
        const std::unique_ptr<OpenModel> opened = solver.open(model);
        static_cast<void>(opened->relax(context));
        const Solution found = opened->solve({.cost_step = 1, .fixed = held}, context);
        ASSERT_EQ(found.status, SolveStatus::optimal);
        EXPECT_NEAR(found.value, best.value, 1e-6);
        EXPECT_TRUE(without.allows(found.values));
    }
}

TEST_P(Solver, StartsFromAGivenSolution) {
    const Model model = hard_cover(30, 40);
    const Solution best = solver.solve(model, {}, context);
    const Solution again = solver.solve(model, {.start = best.values, .cost_step = 1}, context);
    ASSERT_EQ(again.status, SolveStatus::optimal);
    EXPECT_NEAR(again.value, best.value, 1e-6);
    const std::vector<double> wrong(model.columns.size(), 0);
    const Solution without = solver.solve(model, {.start = wrong}, context);
    ASSERT_EQ(without.status, SolveStatus::optimal);
    EXPECT_NEAR(without.value, best.value, 1e-6);
}

TEST_P(Solver, KeepsItsBoundWhenTimeIsUp) {
    const Model model = hard_cover(300, 450);
    const Solution root = solver.relax(model, context);
    ASSERT_EQ(root.status, SolveStatus::optimal);
    const std::vector<double> all(model.columns.size(), 1);
    context.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
    const Solution found = solver.solve(model, {.start = all, .cost_step = 1}, context);
    ASSERT_EQ(found.status, SolveStatus::feasible);
    EXPECT_TRUE(model.allows(found.values));
    EXPECT_NEAR(found.value, model.cost_of(found.values), 1e-6);
    EXPECT_GE(found.bound, root.value - 1e-6);
    EXPECT_LT(found.bound, found.value);
}

TEST_P(Solver, EndsWhenItIsCancelled) {
    const std::atomic<bool> cancel = true;
    context.cancel = &cancel;
    const Solution found = solver.solve(hard_cover(400, 600), {}, context);
    EXPECT_TRUE(found.status == SolveStatus::stopped || found.status == SolveStatus::feasible);
}

TEST_P(Solver, StopsAtTheNodeLimit) {
    context.node_limit = 1;
    const Model model = hard_cover(60, 80);
    const std::vector<double> all(model.columns.size(), 1);
    const Solution found = solver.solve(model, {.start = all}, context);
    ASSERT_EQ(found.status, SolveStatus::feasible);
    const Solution again = solver.solve(model, {.start = all}, context);
    EXPECT_EQ(found.values, again.values);
}

TEST_P(Solver, PrintsNothing) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    static_cast<void>(solver.solve(hard_cover(40, 60), {}, context));
    static_cast<void>(solver.relax(small_model(false), context));
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

std::vector<MipBackend> all_backends() {
    return {mip_backends().begin(), mip_backends().end()};
}

INSTANTIATE_TEST_SUITE_P(Backends,
                         Solver,
                         testing::ValuesIn(all_backends()),
                         [](const auto& tested) { return std::string(tested.param.name); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Solver);

TEST(MipBackends, AMissingSolverIsSaidWithItsRemedy) {
    EXPECT_EQ(find_mip_solver() == nullptr, mip_backends().empty());
    EXPECT_NE(mip_missing().find("coinor-libcbc-dev"), std::string::npos);
}

TEST(Model, KnowsWhatItAllows) {
    const Model model = small_model(true);
    EXPECT_TRUE(model.allows(std::vector<double>{2, 0, 1}));
    EXPECT_FALSE(model.allows(std::vector<double>{2, 0, 2}));    // a row
    EXPECT_FALSE(model.allows(std::vector<double>{-1, 0, 0}));   // a column
    EXPECT_FALSE(model.allows(std::vector<double>{0.5, 0, 0}));  // not whole
    EXPECT_TRUE(small_model(false).allows(std::vector<double>{0.5, 0, 0}));
    EXPECT_DOUBLE_EQ(model.cost_of(std::vector<double>{2, 0, 1}), -13);
}

}  // namespace
}  // namespace kanon
