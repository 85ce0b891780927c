// SPDX-License-Identifier: Apache-2.0
// Ciriani, De Capitani di Vimercati, Foresti, Samarati: k-Anonymity (2007), Figs 1, 5 and 7.
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/methods/full_domain/nodes/node_recoding.hpp"
#include "kanon/methods/full_domain/optimal.hpp"

#include "support/golden.hpp"
#include "support/outcomes.hpp"
#include "support/survey.hpp"
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon::test {
namespace {

std::vector<Node> all_nodes(const Problem& problem) {
    const Lattice lattice = problem.lattice();
    std::vector<Node> nodes;
    for (std::uint64_t rank = 0; rank < *lattice.size(); ++rank) {
        nodes.push_back(lattice.node(rank));
    }
    return nodes;
}

GlobalRecoding recoding_at(const Problem& problem, const Node& node) {
    const full_domain::LevelTables tables(problem);
    full_domain::NodeEvaluator evaluator(problem, tables);
    const full_domain::NodeGroups types =
        full_domain::groups_of_row_types(problem, tables, problem.lattice().bottom());
    return full_domain::recode_to_node(evaluator, types, node);
}

std::string print_release(const Problem& problem, const Node& node) {
    const Release release = release_of(problem, recoding_at(problem, node));
    std::string out = "GT[" + std::to_string(node[0]) + "," + std::to_string(node[1]) + "]\n";
    for (std::size_t row = 0; row < release.table.row_count(); ++row) {
        out += std::string(release.table.column(0).text(row)) + " " +
               std::string(release.table.column(1).text(row)) + "\n";
    }
    return out;
}

TEST(SurveyFigures, EveryGeneralizedTableOfFigure5WithItsOutliersSuppressed) {
    const Problem problem = survey_problem(9);
    std::string out;
    for (const Node& node : all_nodes(problem)) {
        out += print_release(problem, node) + "\n";
    }
    expect_golden("survey_fig5.txt", out);
}

/// Definition 5: feasible, and no feasible node strictly below.
TEST(SurveyFigures, TwoMinimalGeneralizationsOfFigure7WithMaxSup2) {
    const Problem problem = survey_problem(2);
    std::vector<Node> feasible;
    for (const Node& node : all_nodes(problem)) {
        const GlobalRecoding recoding = recoding_at(problem, node);
        std::uint64_t suppressed = 0;
        for (std::size_t type = 0; type < recoding.suppressed.size(); ++type) {
            suppressed += recoding.suppressed[type] ? problem.row_types().counts[type] : 0;
        }
        if (suppressed <= 2) {
            feasible.push_back(node);
        }
    }
    std::vector<Node> minimal;
    for (const Node& node : feasible) {
        const bool beaten = std::any_of(feasible.begin(), feasible.end(), [&](const Node& other) {
            return other != node && at_most(other, node);
        });
        if (!beaten) {
            minimal.push_back(node);
        }
    }
    EXPECT_EQ(minimal, (std::vector<Node>{{0, 1}, {1, 0}}));
    EXPECT_EQ(feasible.size(), 5U);
}

TEST(SurveyFigures, OptimalPicksAMinimalNodeByEveryPreferenceCriterion) {
    Problem problem = survey_problem(2);
    const auto node_for = [&](Objective objective) {
        problem.objective = objective;
        const Outcome outcome = full_domain::make_optimal({})->run(problem, RunContext{});
        return *std::get<GlobalRecoding>(*outcome.recoding).node;
    };
    EXPECT_EQ(height_of(node_for(Objective::height)), 1U);
    EXPECT_EQ(node_for(Objective::relative_height), (Node{0, 1}));
    EXPECT_EQ(node_for(Objective::distinct_rows), (Node{0, 1}));
    EXPECT_EQ(height_of(node_for(Objective::suppressed_rows)), 2U);
}

}  // namespace
}  // namespace kanon::test
