// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/search/height_search.hpp"

#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace kanon::test {
namespace {

using Nodes = std::vector<Node>;

/// Nodes at or above one of these pass.
Nodes random_minimal_nodes(const Lattice& lattice, Random& random) {
    Nodes minimal(1 + random.below(6));
    for (Node& node : minimal) {
        node = lattice.node(random.below(*lattice.size()));
    }
    return minimal;
}

bool above_any(const Nodes& minimal, const Node& node) {
    return std::any_of(minimal.begin(), minimal.end(), [&node](const Node& below) {
        return at_most(below, node);
    });
}

TEST(HeightSearch, FindsWhatLookingAtEachNodeFinds) {
    const Problem problem = random_problem({.rows = 20, .attributes = 5, .values = 8}, 5);
    const RunContext context;
    full_domain::NodeSearch search(problem, context);
    const Lattice& lattice = search.lattice();
    Random random(7);
    for (int trial = 0; trial < 40; ++trial) {
        const Nodes minimal = random_minimal_nodes(lattice, random);
        std::uint64_t tests = 0;
        const full_domain::NodeTest test = [&](const Node& node) {
            ++tests;
            return above_any(minimal, node);
        };
        full_domain::HeightSearch heights(search, test);
        for (unsigned height = 0; height <= height_of(lattice.top()); ++height) {
            Nodes expected;
            full_domain::visit_height(search, height, test, [&](const Node& node) {
                expected.push_back(node);
                return true;
            });
            Nodes found;
            tests = 0;
            heights.visit(height, [&](const Node& node) {
                found.push_back(node);
                return true;
            });
            EXPECT_TRUE(
                std::is_permutation(found.begin(), found.end(), expected.begin(), expected.end()))
                << "height " << height;
            EXPECT_LE(tests, *lattice.size() / 2);
        }
    }
}

TEST(HeightSearch, EndsWhenNoMoreIsWanted) {
    const Problem problem = random_problem({.rows = 20, .attributes = 4, .values = 8}, 5);
    const RunContext context;
    full_domain::NodeSearch search(problem, context);
    full_domain::HeightSearch heights(search, [](const Node&) { return true; });
    int visits = 0;
    heights.visit(3, [&visits](const Node& node) {
        EXPECT_EQ(height_of(node), 3U);
        return ++visits < 2;
    });
    EXPECT_EQ(visits, 2);
}

}  // namespace
}  // namespace kanon::test
