// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/search/lattice_walk.hpp"

#include "kanon/methods/full_domain/nodes/nearby_groups.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"

#include "support/outcomes.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::test {
namespace {

Problem large_problem() {
    Problem problem =
        random_problem({.rows = 400, .attributes = 12, .values = 9, .starred_top = true}, 11);
    problem.suppression_limit = 120;
    problem.quasi_identifiers[3].least_level = 1;
    return problem;
}

full_domain::WalkGround ground_of(full_domain::NodeSearch& search) {
    return {.lattice = search.lattice(),
            .scorer = search.scorer(),
            .score = [&search](const Node& node) { return search.check_score(node); },
            .stopped = [&search] { return search.stopped(); }};
}

/// A walk of single steps with a jump now and then, against straight from the row types.
TEST(NearbyGroups, SayTheSameWhereverTheWalkGoes) {
    Problem problem = large_problem();
    add_l_diversity(problem, "distinct", 2);
    const full_domain::LevelTables tables(problem);
    const Lattice lattice = problem.lattice();
    const full_domain::NodeGroups base =
        full_domain::groups_of_row_types(problem, tables, lattice.bottom());
    full_domain::NodeEvaluator evaluator(problem, tables);
    full_domain::NodeEvaluator walked(problem, tables);
    full_domain::NearbyGroups nearby(walked, base);
    Random random(3);
    Node node = lattice.top();
    for (int step = 0; step < 300; ++step) {
        const std::size_t j = random.below(node.size());
        const int level = node[j] + (random.below(2) == 0 ? 1 : -1);
        if (level >= lattice.bottom()[j] && level <= lattice.top()[j]) {
            node[j] = static_cast<Level>(level);
        }
        if (step % 60 == 59) {
            node = step % 120 == 59 ? lattice.bottom() : lattice.top();
        }
        const full_domain::NodeFacts expected = evaluator.facts(base, node);
        const full_domain::NodeFacts facts = nearby.facts(node);
        EXPECT_EQ(facts.suppressed_rows, expected.suppressed_rows);
        EXPECT_EQ(facts.groups, expected.groups);
        EXPECT_EQ(facts.classes, expected.classes);
        EXPECT_EQ(facts.cost, expected.cost);
        const full_domain::NodeFacts checked = nearby.check(node);
        EXPECT_EQ(checked.suppressed_rows, expected.suppressed_rows);
        EXPECT_EQ(checked.cost, evaluator.feasible(expected) ? expected.cost : 0);
    }
    EXPECT_LT(nearby.rolled_up(), 200U);
}

TEST(LatticeWalk, DescendsUntilNoSingleLevelLessIsBetter) {
    const Problem problem = large_problem();
    const RunContext context;
    full_domain::NodeSearch search(problem, context, full_domain::NodeOrder::nearby);
    full_domain::LatticeWalk walk(ground_of(search), 1);
    walk.descend();
    ASSERT_TRUE(walk.best());
    Node node = walk.best()->node;
    for (Level& level : node) {
        if (level > 0) {
            --level;
            const auto lower = search.check_score(node);
            EXPECT_TRUE(!lower || *lower >= *walk.best());
            ++level;
        }
    }
}

TEST(LatticeWalk, IsDecidedByItsSeed) {
    const Problem problem = large_problem();
    const auto nodes_met = [&problem](std::uint64_t seed, bool exchanges) {
        const RunContext context;
        full_domain::NodeSearch search(problem, context, full_domain::NodeOrder::nearby);
        std::vector<Node> met;
        full_domain::WalkGround ground = ground_of(search);
        ground.exchanges = exchanges;
        ground.score = [&](const Node& node) {
            EXPECT_TRUE(search.lattice().contains(node));
            met.push_back(node);
            return search.check_score(node);
        };
        full_domain::LatticeWalk walk(ground, seed);
        walk.descend();
        const full_domain::NodeScore start = *walk.best();
        walk.anneal(start, 300);
        EXPECT_LE(*walk.best(), start);
        return met;
    };
    for (const bool exchanges : {false, true}) {
        const std::vector<Node> first = nodes_met(1, exchanges);
        EXPECT_EQ(nodes_met(1, exchanges), first);
        EXPECT_NE(nodes_met(2, exchanges), first);
        EXPECT_NE(nodes_met(1, !exchanges), first);
    }
}

/// Where no row may be suppressed, a walk that exchanges levels ends at the best node more often.
TEST(LatticeWalk, ExchangesLevelsToGetFromOneGoodNodeToAnother) {
    int alone = 0;
    int with_exchanges = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Problem problem =
            random_problem({.rows = 60, .attributes = 6, .values = 6, .starred_top = true}, seed);
        problem.suppression_limit = 3;
        const RunContext context;
        full_domain::NodeSearch search(problem, context);
        full_domain::WalkGround ground = ground_of(search);
        const auto found = [&ground, seed](bool exchanges) {
            ground.exchanges = exchanges;
            full_domain::LatticeWalk walk(ground, seed);
            walk.descend();
            const full_domain::NodeScore start = *walk.best();
            walk.anneal(start, 1000);
            return *walk.best();
        };
        const double best = run_method("optimal", problem).loss;
        alone += search.scorer().value(found(false)) <= best ? 1 : 0;
        with_exchanges += search.scorer().value(found(true)) <= best ? 1 : 0;
    }
    EXPECT_GE(with_exchanges, alone);
    EXPECT_GE(with_exchanges, 15) << alone;
}

}  // namespace
}  // namespace kanon::test
