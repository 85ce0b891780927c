// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/contract/solution_space.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/full_domain/mingen.hpp"

#include "support/brute_force.hpp"
#include "support/random_problems.hpp"
#include "support/survey.hpp"
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

constexpr std::uint64_t kAllNodes = std::numeric_limits<std::uint64_t>::max();

using Nodes = std::vector<Node>;

Problem random_one(std::uint64_t seed) {
    Problem problem = random_problem(
        {.rows = 24, .attributes = 3, .values = 6, .starred_top = seed % 2 == 0}, seed);
    problem.suppression_limit = seed % 5;
    problem.gs_factor = static_cast<double>(seed % 4) / 4;
    if (seed % 3 == 0) {
        add_l_diversity(problem, "entropy", 2);
    }
    return problem;
}

/// What is known of two nodes, but for the marks.
bool same_losses(const DecidedNode& a, const DecidedNode& b) {
    for (const ObjectiveInfo& objective : objectives()) {
        const double one = objective_value(objective.objective, a.loss);
        const double other = objective_value(objective.objective, b.loss);
        if (one != other && !(std::isnan(one) && std::isnan(other))) {
            return false;
        }
    }
    return a.levels == b.levels && a.feasible == b.feasible;
}

Nodes minimal_of(const SolutionSpace& space) {
    Nodes out;
    for (const DecidedNode& node : space.nodes) {
        if (node.minimal.value_or(false)) {
            out.push_back(node.levels);
        }
    }
    return out;
}

TEST(SolutionSpace, SaysAfterEachNodeHowManyAreDecided) {
    const Problem problem = random_one(1);
    const Lattice lattice = problem.lattice();
    std::vector<double> done;
    RunContext context;
    context.progress = [&](const Progress& progress) {
        EXPECT_EQ(progress.stage, "explore");
        EXPECT_EQ(progress.total, static_cast<double>(*lattice.size()));
        done.push_back(progress.done);
    };
    const SolutionSpace space = decide_nodes(problem, lattice.top(), kAllNodes, context);
    ASSERT_EQ(done.size(), space.nodes.size());
    for (std::size_t i = 0; i < done.size(); ++i) {
        EXPECT_EQ(done[i], static_cast<double>(i + 1));
    }
}

TEST(SolutionSpace, HoldsEveryNodeAsBruteForceJudgesIt) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_one(seed);
        const Lattice lattice = problem.lattice();
        const SolutionSpace space = decide_nodes(problem, lattice.top(), kAllNodes, RunContext{});
        EXPECT_TRUE(space.whole());
        EXPECT_FALSE(space.stopped);
        ASSERT_EQ(space.nodes.size(), *lattice.size());
        for (std::uint64_t rank = 0; rank < space.nodes.size(); ++rank) {
            const DecidedNode& node = space.nodes[rank];
            ASSERT_EQ(node.levels, lattice.node(rank));
            const JudgedNode judged = judge_node(problem, node.levels, FieldToo::always);
            EXPECT_EQ(node.feasible, judged.feasible);
            for (const ObjectiveInfo& objective : objectives()) {
                const double loss = objective_value(objective.objective, node.loss);
                const double naive = objective_value(objective.objective, judged.facts);
                const bool undefined = std::isnan(loss) && std::isnan(naive);
                EXPECT_TRUE(undefined || loss == naive || std::abs(loss - naive) < 1e-9)
                    << objective.name;
            }
        }
    }
}

TEST(SolutionSpace, MarksTheMinimalNodesOfTheExhaustiveSearch) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_one(seed);
        const SolutionSpace space =
            decide_nodes(problem, problem.lattice().bottom(), kAllNodes, RunContext{});
        EXPECT_EQ(minimal_of(space),
                  full_domain::make_mingen({})->run(problem, RunContext{}).minimal_nodes);
    }
}

TEST(SolutionSpace, APartSaysOnlyWhatTheWholeSays) {
    std::size_t known = 0;
    std::size_t unknown = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_one(seed);
        const Node centre = problem.lattice().node(seed % *problem.lattice().size());
        const SolutionSpace whole = decide_nodes(problem, centre, kAllNodes, RunContext{});
        const SolutionSpace part = decide_nodes(problem, centre, 12, RunContext{});
        ASSERT_EQ(part.nodes.size(), std::min<std::size_t>(12, whole.nodes.size()));
        EXPECT_TRUE(part.find(centre));
        for (const DecidedNode& node : part.nodes) {
            const DecidedNode& same = whole.nodes.at(whole.find(node.levels).value());
            EXPECT_TRUE(same_losses(node, same));
            if (node.minimal) {
                EXPECT_EQ(node.minimal, same.minimal);
            }
            known += node.minimal.has_value() ? 1U : 0U;
            unknown += node.minimal.has_value() ? 0U : 1U;
        }
    }
    EXPECT_GT(known, 0U);
    EXPECT_GT(unknown, 0U);
}

TEST(SolutionSpace, APartIsWhatIsNearestToItsCentre) {
    const Problem problem = survey_problem(2);
    const SolutionSpace space = decide_nodes(problem, {0, 1}, 4, RunContext{});
    Nodes nodes;
    for (const DecidedNode& node : space.nodes) {
        nodes.push_back(node.levels);
    }
    EXPECT_EQ(nodes, (Nodes{{0, 0}, {0, 1}, {0, 2}, {1, 1}}));
    EXPECT_FALSE(space.whole());
    EXPECT_FALSE(space.find(Node{1, 0}));
}

TEST(SolutionSpace, FrontIsWhatNoOtherNodeBeats) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_one(seed);
        problem.objective = seed % 2 == 0 ? Objective::dm : Objective::suppressed_rows;
        const SolutionSpace space =
            decide_nodes(problem, problem.lattice().top(), kAllNodes, RunContext{});
        ASSERT_EQ(space.front_loss, seed % 2 == 0 ? Objective::dm : Objective::gcp);
        const auto loss = [&](const DecidedNode& node) {
            return objective_value(space.front_loss, node.loss);
        };
        for (const DecidedNode& node : space.nodes) {
            bool beaten = node.loss.classes == 0;
            for (const DecidedNode& other : space.nodes) {
                const bool no_worse = other.loss.classes > 0 &&
                                      other.loss.suppressed_rows <= node.loss.suppressed_rows &&
                                      loss(other) <= loss(node);
                beaten = beaten ||
                         (no_worse && (other.loss.suppressed_rows < node.loss.suppressed_rows ||
                                       loss(other) < loss(node)));
            }
            EXPECT_EQ(node.front, !beaten);
        }
    }
}

TEST(SolutionSpace, IsTheSameForAnyNumberOfThreads) {
    const Problem problem = random_problem({.rows = 300, .attributes = 6, .values = 8}, 11);
    const Node centre = problem.lattice().bottom();
    RunContext several;
    several.threads = 4;
    const SolutionSpace one = decide_nodes(problem, centre, 200, RunContext{});
    const SolutionSpace four = decide_nodes(problem, centre, 200, several);
    ASSERT_EQ(one.nodes.size(), four.nodes.size());
    for (std::size_t i = 0; i < one.nodes.size(); ++i) {
        EXPECT_TRUE(same_losses(one.nodes[i], four.nodes[i]));
        EXPECT_EQ(one.nodes[i].minimal, four.nodes[i].minimal);
        EXPECT_EQ(one.nodes[i].front, four.nodes[i].front);
    }
}

TEST(SolutionSpace, OutOfTimeStillHoldsItsCentre) {
    const Problem problem = survey_problem(2);
    RunContext context;
    context.deadline = std::chrono::steady_clock::now();
    const SolutionSpace space = decide_nodes(problem, {1, 1}, kAllNodes, context);
    EXPECT_TRUE(space.stopped);
    ASSERT_EQ(space.nodes.size(), 1U);
    EXPECT_EQ(space.nodes[0].levels, (Node{1, 1}));
    EXPECT_FALSE(space.nodes[0].minimal);
}

TEST(SolutionSpace, CancelledHoldsNothing) {
    const std::atomic<bool> cancel = true;
    RunContext context;
    context.cancel = &cancel;
    EXPECT_THROW(static_cast<void>(decide_nodes(survey_problem(2), {0, 0}, kAllNodes, context)),
                 Error);
}

TEST(SolutionSpace, TakesLatticesBeyond64Bits) {
    Problem problem = random_problem({.rows = 6, .attributes = 70, .values = 2}, 3);
    for (QuasiIdentifier& qi : problem.quasi_identifiers) {
        qi.greatest_level = 1;
    }
    const SolutionSpace space = decide_nodes(problem, problem.lattice().top(), 100, RunContext{});
    EXPECT_EQ(space.nodes.size(), 100U);
    EXPECT_FALSE(space.lattice_nodes);
    EXPECT_FALSE(space.whole());
}

}  // namespace
}  // namespace kanon::test
