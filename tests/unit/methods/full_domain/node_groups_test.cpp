// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/node_groups.hpp"

#include "kanon/methods/full_domain/nodes/node_evaluator.hpp"
#include "kanon/methods/full_domain/search/node_score.hpp"

#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace kanon::test {
namespace {

/// Nearly every row is a type of its own.
Problem many_types(std::size_t rows) {
    return random_problem({.rows = rows, .attributes = 4, .values = 30, .starred_top = true}, 7);
}

/// The nodes of the lattice that have the groups of a problem, and the row types as groups.
struct Ground {
    explicit Ground(const Problem& problem)
        : tables(problem),
          lattice(problem.lattice()),
          base(full_domain::groups_of_row_types(problem, tables, lattice.bottom())) {}

    full_domain::LevelTables tables;
    Lattice lattice;
    full_domain::NodeGroups base;
};

using NodeLabels = std::vector<Code>;

/// Rows by the labels of a node, from the groups of a finer one.
std::map<NodeLabels, std::uint64_t> rows_by_labels(const Ground& ground,
                                                   const full_domain::NodeGroups& groups,
                                                   const Node& node) {
    std::map<NodeLabels, std::uint64_t> out;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        NodeLabels labels;
        for (std::size_t j = 0; j < node.size(); ++j) {
            const Code label = groups.label(group, j);
            labels.push_back(groups.node[j] == node[j]
                                 ? label
                                 : ground.tables.map(j, groups.node[j], node[j])[label]);
        }
        out[labels] += groups.rows[group];
    }
    return out;
}

TEST(GroupMerger, FindsFewGroupsAndMany) {
    const Problem problem = many_types(60000);
    const Ground ground(problem);
    full_domain::GroupMerger merger(ground.tables);
    full_domain::NodeGroups target;
    std::size_t most = 0;
    for (std::uint64_t rank = 0; rank < ground.lattice.size().value(); rank += 5) {
        const Node node = ground.lattice.node(rank);
        merger.merge(ground.base, node, target);
        const auto expected = rows_by_labels(ground, ground.base, node);
        ASSERT_EQ(target.size(), expected.size());
        ASSERT_EQ(rows_by_labels(ground, target, node), expected);
        most = std::max(most, target.size());
    }
    EXPECT_GT(most, 40000U);  // the table was made larger on the way
}

/// Nodes of few labels, over so many types that they are counted by key.
TEST(GroupMerger, CountsManyKeysOfFewBitsOnAnyNumberOfThreads) {
    const Problem problem = many_types(200000);
    const Ground ground(problem);
    ASSERT_GE(ground.base.size(), full_domain::DenseKeys::kLeastKeys);
    full_domain::GroupMerger alone(ground.tables);
    full_domain::GroupMerger together(ground.tables, 4);
    std::size_t counted = 0;
    for (std::uint64_t rank = 0; rank < ground.lattice.size().value(); ++rank) {
        const Node node = ground.lattice.node(rank);
        if (full_domain::KeyLayout(ground.tables, node).total_bits > 16) {
            continue;
        }
        full_domain::NodeGroups one;
        full_domain::NodeGroups other;
        alone.merge(ground.base, node, one);
        together.merge(ground.base, node, other);
        EXPECT_EQ(rows_by_labels(ground, one, node), rows_by_labels(ground, ground.base, node));
        EXPECT_EQ(one.keys, other.keys);
        EXPECT_EQ(one.rows, other.rows);
        const std::span<const std::uint32_t> target = alone.target_of_source();
        ASSERT_TRUE(std::ranges::equal(target, together.target_of_source()));
        std::vector<std::uint32_t> rows(one.size());
        for (std::size_t group = 0; group < target.size(); ++group) {
            rows[target[group]] += ground.base.rows[group];
        }
        EXPECT_EQ(rows, one.rows);
        ++counted;
    }
    EXPECT_GT(counted, 10U);
}

TEST(GroupMerger, EstimatesHowManyGroupsThereAre) {
    const Problem problem = many_types(60000);
    const Ground ground(problem);
    full_domain::GroupMerger merger(ground.tables);
    full_domain::NodeGroups target;
    for (std::uint64_t rank = 0; rank < ground.lattice.size().value(); ++rank) {
        const Node node = ground.lattice.node(rank);
        merger.merge(ground.base, node, target);
        if (target.size() > 10000) {
            const auto groups = static_cast<double>(target.size());
            EXPECT_NEAR(static_cast<double>(merger.estimate(ground.base, node)) / groups, 1, 0.2);
        }
    }
}

/// So many types that `optimal` materializes only what is worth it.
TEST(Optimal, FindsTheBestNodeOverManyTypes) {
    Problem problem = many_types(200000);
    problem.suppression_limit = 2000;
    const Ground ground(problem);
    ASSERT_GT(ground.base.size(), std::size_t{1} << 17U);
    const full_domain::NodeScorer scorer(problem, ground.tables);
    full_domain::NodeEvaluator evaluator(problem, ground.tables);
    std::optional<full_domain::NodeScore> best;
    for (std::uint64_t rank = 0; rank < ground.lattice.size().value(); ++rank) {
        const Node node = ground.lattice.node(rank);
        const full_domain::NodeFacts facts = evaluator.facts(ground.base, node);
        if (evaluator.feasible(facts)) {
            const full_domain::NodeScore score = scorer.score(node, facts);
            best = best ? std::min(*best, score) : score;
        }
    }
    const Outcome outcome = run_method("optimal", problem);
    EXPECT_EQ(outcome.ending, Ending::optimal);
    EXPECT_EQ(outcome.loss, scorer.value(best.value()));
}

}  // namespace
}  // namespace kanon::test
