// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/methods/contract/prove_optimality.hpp"
#include "kanon/methods/node_cells/label_costs.hpp"

#include "support/effort.hpp"
#include "support/node_cell_brute_force.hpp"
#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/survey.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kanon::test {
namespace {

/// A problem of single cells, small enough for brute force: 5 to 8 rows, heights up to 2.
Problem random_cell_problem(std::uint64_t seed) {
    const RandomShape shape{.rows = 5 + seed % 4,
                            .attributes = 2 + seed % 2,
                            .values = 3 + seed % 3,
                            .starred_top = seed % 3 == 0};
    Problem problem = random_problem(shape, seed);
    for (QuasiIdentifier& attribute : problem.quasi_identifiers) {
        attribute.greatest_level = std::min<Level>(attribute.greatest_level, 2);
    }
    problem.objective = seed % 2 == 0 ? Objective::gcp : Objective::lm;
    problem.suppression_limit = seed % 5 == 4 ? problem.table.row_count() : seed % 5 % 3;
    problem.cell_suppression_limit = seed % 4;
    return problem;
}

class NodeCellsProof : public NeedsMipSolver {
protected:
    [[nodiscard]] Outcome proven(const Problem& problem, Outcome known) const {
        return prove_cell_optimality(problem, std::move(known), find_mip_solver(), context).outcome;
    }

    RunContext context;
};

TEST_F(NodeCellsProof, FindsTheLeastLossOfAllNodesAndPartitions) {
    std::size_t better = 0;
    std::size_t none = 0;
    const std::vector<std::uint64_t> cases = test::all_cases("nodes and partitions", 400);
    for (const std::uint64_t seed : cases) {
        SCOPED_TRACE(seed);
        const Problem problem = random_cell_problem(seed);
        const std::optional<double> least = least_node_cell_loss(problem);
        const Outcome known = run_method(seed % 2 == 0 ? "optimal" : "datafly", problem);
        for (const Outcome& start : {known, Outcome{}}) {
            const Outcome outcome = proven(problem, start);
            ASSERT_EQ(outcome.recoding.has_value(), least.has_value());
            if (!least) {
                ASSERT_EQ(outcome.ending, Ending::infeasible);
                ASSERT_NE(outcome.reason, "");
                continue;
            }
            ASSERT_EQ(outcome.ending, Ending::optimal);
            ASSERT_EQ(outcome.lower_bound, outcome.loss);
            ASSERT_NEAR(outcome.loss, *least, 1e-9);
            audited(problem, outcome);
        }
        none += least ? 0U : 1U;
        better += least && (!known.recoding || *least < known.loss - 1e-9) ? 1U : 0U;
    }
    EXPECT_GT(better, cases.size() / 10);
    EXPECT_LT(none, cases.size() / 10);
}

/// Losses of numbers and weights that are no fractions of anything small.
TEST_F(NodeCellsProof, FindsItWhereCostsAreRounded) {
    for (const std::uint64_t seed : test::all_cases("rounded costs", 60)) {
        SCOPED_TRACE(seed);
        Problem problem = random_cell_problem(seed);
        problem.quasi_identifiers[0].weight = std::sqrt(2.0);
        const std::optional<double> least = least_node_cell_loss(problem);
        const Outcome outcome = proven(problem, Outcome{});
        ASSERT_EQ(outcome.recoding.has_value(), least.has_value());
        if (least) {
            ASSERT_EQ(outcome.ending, Ending::optimal);
            ASSERT_NEAR(outcome.loss, *least, 1e-6);
            audited(problem, outcome);
        }
    }
}

TEST_F(NodeCellsProof, BoundsWhatItWasStoppedBefore) {
    int open = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_cell_problem(seed);
        const std::optional<double> least = least_node_cell_loss(problem);
        const Outcome known = run_method("optimal", problem);
        if (!least || !known.recoding) {
            continue;
        }
        for (const std::uint64_t limit : {0U, 1U, 3U}) {
            context.node_limit = limit;
            const Outcome outcome = proven(problem, known);
            ASSERT_LE(outcome.lower_bound.value(), *least + 1e-9);
            ASSERT_GE(outcome.loss, *least - 1e-9);
            ASSERT_LE(outcome.loss, known.loss);
            ASSERT_EQ(outcome.ending == Ending::optimal, outcome.lower_bound == outcome.loss);
            open += outcome.ending == Ending::timed_out ? 1 : 0;
        }
    }
    EXPECT_GT(open, 40);
}

TEST_F(NodeCellsProof, IsTheSameForAnyNumberOfThreads) {
    for (std::uint64_t seed = 11; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem =
            random_problem({.rows = 24, .attributes = 3, .values = 4 + seed % 3}, seed);
        context.threads = 1;
        const Outcome one = proven(problem, Outcome{});
        context.threads = 4;
        const Outcome four = proven(problem, Outcome{});
        EXPECT_EQ(one.loss, four.loss);
        EXPECT_EQ(one.lower_bound, four.lower_bound);
        EXPECT_EQ(one.stats, four.stats);
        ASSERT_EQ(one.recoding.has_value(), four.recoding.has_value());
        EXPECT_EQ(std::get<ClassRecoding>(one.recoding.value()).class_of_type,
                  std::get<ClassRecoding>(four.recoding.value()).class_of_type);
    }
}

/// Ciriani et al. 2007, Fig. 9(a), whose hierarchies have 48 nodes; then at the levels of 9(c).
TEST_F(NodeCellsProof, FindsTheLeastLossOfTheSurveysTable) {
    Problem problem = figure_9_problem(0);
    problem.cell_suppression_limit = 5;
    for (const bool at_its_levels : {false, true}) {
        const Node node{0, 1, 0, 1};
        for (std::size_t j = 0; at_its_levels && j < node.size(); ++j) {
            problem.quasi_identifiers[j].least_level = node[j];
            problem.quasi_identifiers[j].greatest_level = node[j];
        }
        for (const Objective objective : {Objective::gcp, Objective::lm}) {
            problem.objective = objective;
            const Outcome outcome = proven(problem, run_method("optimal", problem));
            EXPECT_EQ(outcome.ending, Ending::optimal);
            EXPECT_NEAR(outcome.loss, least_node_cell_loss(problem).value(), 1e-9);
            audited(problem, outcome);
        }
    }
}

TEST_F(NodeCellsProof, LeavesTheReleaseWithoutASolver) {
    const Problem problem = random_cell_problem(2);
    const Outcome known = run_method("optimal", problem);
    const ProvenOutcome closed = prove_cell_optimality(problem, known, nullptr, context);
    EXPECT_EQ(closed.outcome.loss, known.loss);
    EXPECT_EQ(closed.outcome.ending, known.ending);
    EXPECT_NE(closed.note, "");
}

std::string refusal(const Problem& problem) {
    try {
        require_provable_cells(problem);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        return error.what();
    }
    return "";
}

TEST(NodeCellsGap, IsRefusedWhereItCannotBeSearched) {
    Problem problem = random_cell_problem(2);
    EXPECT_EQ(refusal(problem), "");
    problem.objective = Objective::dm;
    EXPECT_NE(refusal(problem).find("gcp and lm"), std::string::npos);
    problem.objective = Objective::lm;
    add_l_diversity(problem, "distinct", 2);
    EXPECT_NE(refusal(problem).find("k-anonymity alone"), std::string::npos);
    const Problem wide = random_problem({.rows = 6, .attributes = 21, .values = 2}, 1);
    EXPECT_NE(refusal(wide).find("21 quasi-identifiers"), std::string::npos);
    const Problem tall = random_problem({.rows = 30, .attributes = 20, .values = 6}, 1);
    EXPECT_NE(refusal(tall).find("1048576 nodes"), std::string::npos);
}

TEST(LabelCosts, AreWholeMultiplesOfTheSmallestFractions) {
    Problem problem = star_problem("a b", "1 x; 2 x; 3 y; 4 y; 5 y", 2);
    problem.objective = Objective::gcp;
    problem.quasi_identifiers[1].weight = 0.5;
    const LabelCosts costs(problem);
    EXPECT_EQ(costs.star(0), 2 * costs.star(1));
    EXPECT_EQ(costs.row(), 3U);
    EXPECT_EQ(costs.labels(0, 0)[0], 0U);
    EXPECT_EQ(costs.labels(0, 1)[0], 2U);
    EXPECT_DOUBLE_EQ(costs.loss_of(15), 1.0);
    EXPECT_EQ(costs.cost_of(0.2), 3U);
}

}  // namespace
}  // namespace kanon::test
