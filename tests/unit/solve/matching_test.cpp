// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/matching.hpp"

#include "kanon/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace kanon {
namespace {

/// By trying every partner of the first node that has none.
std::optional<std::int64_t> least_by_force(const CostGraph& graph, std::uint32_t done) {
    std::uint32_t node = 0;
    while (node < graph.nodes && (done >> node & 1U) != 0) {
        ++node;
    }
    if (node == graph.nodes) {
        return 0;
    }
    std::optional<std::int64_t> best;
    for (const CostGraph::Edge& edge : graph.edges) {
        const std::uint32_t ends = 1U << edge.a | 1U << edge.b;
        if ((ends & done) != 0 || (edge.a != node && edge.b != node)) {
            continue;
        }
        const auto rest = least_by_force(graph, done | ends);
        if (rest && (!best || *rest + edge.cost < *best)) {
            best = *rest + edge.cost;
        }
    }
    return best;
}

CostGraph random_graph(Random& random) {
    CostGraph graph{.nodes = static_cast<std::uint32_t>(1 + random.below(8))};
    for (std::uint32_t a = 0; a < graph.nodes; ++a) {
        for (std::uint32_t b = 0; b < a; ++b) {
            if (random.below(3) > 0) {
                const auto cost = static_cast<std::int64_t>(random.below(9)) - 2;
                graph.edges.push_back({.a = a, .b = b, .cost = cost});
            }
        }
    }
    return graph;
}

bool is_perfect(const Matching& matching, const CostGraph& graph) {
    std::vector<int> partners(graph.nodes, 0);
    for (const std::uint32_t edge : matching.edges) {
        ++partners[graph.edges[edge].a];
        ++partners[graph.edges[edge].b];
    }
    return std::count(partners.begin(), partners.end(), 1) == graph.nodes;
}

TEST(Matching, EqualsBruteForce) {
    Random random(5);
    int found = 0;
    int none = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        SCOPED_TRACE(trial);
        const CostGraph graph = random_graph(random);
        const std::optional<std::int64_t> least = least_by_force(graph, 0);
        const std::optional<Matching> matching = least_perfect_matching(graph);
        ASSERT_EQ(matching.has_value(), least.has_value());
        (least ? found : none) += 1;
        if (least) {
            ASSERT_EQ(matching->cost, *least);
            ASSERT_TRUE(is_perfect(*matching, graph));
        }
    }
    EXPECT_GT(found, 300);
    EXPECT_GT(none, 300);
}

TEST(Matching, OfNothingIsNothing) {
    const auto matching = least_perfect_matching({});
    ASSERT_TRUE(matching);
    EXPECT_EQ(matching->cost, 0);
    EXPECT_TRUE(matching->edges.empty());
}

}  // namespace
}  // namespace kanon
