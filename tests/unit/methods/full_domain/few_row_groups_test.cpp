// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/few_row_groups.hpp"

#include "kanon/methods/full_domain/nodes/node_evaluator.hpp"

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::test {
namespace {

using full_domain::LevelTables;
using full_domain::NodeEvaluator;
using full_domain::NodeFacts;
using full_domain::NodeFigures;
using full_domain::NodeGroups;

/// Figures that make the evaluator group, whatever the objective needs.
NodeFigures with_groups(const Problem& problem, const LevelTables& tables) {
    NodeFigures figures = NodeFigures::of_objective(problem, tables);
    figures.groups = true;
    return figures;
}

void expect_same(const NodeFacts& quick, const NodeFacts& grouped) {
    EXPECT_EQ(quick.suppressed_rows, grouped.suppressed_rows);
    EXPECT_EQ(quick.lasting_rows, grouped.lasting_rows);
    EXPECT_EQ(quick.classes > 0, grouped.classes > 0);
    EXPECT_EQ(quick.cost, grouped.cost);
    EXPECT_EQ(quick.loss, grouped.loss);
    EXPECT_EQ(quick.log_mean_loss, grouped.log_mean_loss);
}

/// What columns cost from one node to another at least, level by level where each has its own.
std::vector<Cost> rest_between(const NodeEvaluator& evaluator,
                               const LevelTables& tables,
                               const Node& low,
                               const Node& high) {
    std::vector<Cost> out;
    for (std::size_t j = 0; j < low.size(); ++j) {
        for (Level level = low[j]; level <= high[j]; ++level) {
            out.push_back(evaluator.rest_cost()[tables.level_offset(j) + level]);
        }
    }
    return out;
}

/// Every node over every node at or below it that some step of ranks reaches.
void expect_same_over_all(const Problem& problem, std::uint64_t step) {
    const LevelTables tables(problem);
    const Lattice lattice = problem.lattice();
    const NodeGroups base = full_domain::groups_of_row_types(problem, tables, lattice.bottom());
    NodeEvaluator quick(problem, tables);
    NodeEvaluator grouped(problem, tables, with_groups(problem, tables));
    const std::uint64_t size = *lattice.size();
    for (std::uint64_t from = 0; from < size; from += step) {
        NodeGroups source;
        grouped.roll_up(base, lattice.node(from), source);
        for (std::uint64_t rank = from; rank < size; ++rank) {
            const Node node = lattice.node(rank);
            if (!at_most(source.node, node)) {
                continue;
            }
            expect_same(quick.facts(source, node), grouped.facts(source, node));
            expect_same(quick.check(source, node), grouped.check(source, node));
            EXPECT_EQ(quick.suppressed_source_groups(source),
                      grouped.suppressed_source_groups(source));
            const NodeFacts facts = quick.evaluate(source, node);
            static_cast<void>(grouped.evaluate(source, node));
            if (facts.lasting_rows <= problem.suppression_limit &&
                problem.objective == Objective::loss_geometric) {
                EXPECT_EQ(rest_between(quick, tables, source.node, node),
                          rest_between(grouped, tables, source.node, node));
            }
        }
    }
}

TEST(FewRowGroups, SayTheSameAsGroups) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Problem problem = random_problem({.rows = 60, .attributes = 4, .starred_top = true}, seed);
        problem.suppression_limit = seed % 2 == 0 ? 60 : 15;
        problem.objective = seed % 4 < 2 ? Objective::loss_geometric : Objective::gcp;
        expect_same_over_all(problem, 7);
    }
}

/// Many types, of many values: some nodes have more combinations than are counted.
TEST(FewRowGroups, SayTheSameAsGroupsOverManyTypes) {
    Problem problem =
        random_problem({.rows = 6000, .attributes = 5, .values = 40, .starred_top = true}, 3);
    problem.suppression_limit = 6000;
    problem.objective = Objective::loss_geometric;
    expect_same_over_all(problem, 50);
}

/// As many rows as are asked for are no few, one less are; the table of counts is as it was after.
TEST(FewRowGroups, FindsClassesOfOneRowTooFew) {
    const Problem problem = random_problem({.rows = 200, .attributes = 3}, 11);
    const LevelTables tables(problem);
    const Lattice lattice = problem.lattice();
    const NodeGroups base = full_domain::groups_of_row_types(problem, tables, lattice.bottom());
    for (std::uint64_t least = 1; least <= full_domain::FewRowGroups::kMostLeastRows; ++least) {
        full_domain::FewRowGroups few(tables, least);
        for (const Node& node : {lattice.bottom(), lattice.top(), lattice.bottom()}) {
            ASSERT_TRUE(few.takes(base, node));
            few.find(base, node);
            NodeGroups groups;
            full_domain::GroupMerger(tables).merge(base, node, groups);
            std::uint64_t rows = 0;
            for (const std::uint32_t of_group : groups.rows) {
                rows += of_group < least ? of_group : 0;
            }
            EXPECT_EQ(few.rows(), rows);
        }
    }
}

}  // namespace
}  // namespace kanon::test
