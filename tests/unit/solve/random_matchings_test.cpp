// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/random_matchings.hpp"

#include "kanon/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Edges = std::vector<std::uint32_t>;

/// Node l of the left has l, l + 1, ..., as many as the degree.
Edges ring(std::uint32_t nodes, std::uint32_t degree) {
    Edges to;
    for (std::uint32_t node = 0; node < nodes; ++node) {
        for (std::uint32_t edge = 0; edge < degree; ++edge) {
            to.push_back((node + edge) % nodes);
        }
    }
    return to;
}

/// Random permutations one above the other: an edge may be there twice.
Edges random_graph(std::uint32_t nodes, std::uint32_t degree, Random& random) {
    Edges to(std::size_t{nodes} * degree);
    for (std::uint32_t edge = 0; edge < degree; ++edge) {
        for (std::uint32_t node = 0; node < nodes; ++node) {
            const std::uint64_t other = random.below(node + 1);
            to[std::size_t{node} * degree + edge] = to[other * degree + edge];
            to[other * degree + edge] = node;
        }
    }
    return to;
}

bool is_matching(const Edges& to, std::uint32_t degree, std::uint32_t slot) {
    std::set<std::uint32_t> ends;
    for (std::size_t at = slot; at < to.size(); at += degree) {
        ends.insert(to[at]);
    }
    return ends.size() == to.size() / degree;
}

/// The edges of each node, ascending.
Edges sorted_edges(Edges to, std::uint32_t degree) {
    for (std::size_t at = 0; at < to.size(); at += degree) {
        const auto first = to.begin() + static_cast<std::ptrdiff_t>(at);
        std::sort(first, first + degree);
    }
    return to;
}

TEST(RandomMatchings, SplitsIntoPerfectMatchingsAndKeepsTheEdges) {
    Random random(1);
    for (int round = 0; round < 300; ++round) {
        const auto nodes = static_cast<std::uint32_t>(1 + random.below(30));
        const auto degree = static_cast<std::uint32_t>(1 + random.below(6));
        const Edges graph = random_graph(nodes, degree, random);
        Edges to = graph;
        RandomMatchings(to, degree).draw(degree, random);
        EXPECT_EQ(sorted_edges(to, degree), sorted_edges(graph, degree));
        for (std::uint32_t slot = 0; slot < degree; ++slot) {
            EXPECT_TRUE(is_matching(to, degree, slot)) << round << " " << slot;
        }
    }
}

TEST(RandomMatchings, DrawsAsManyAsAskedFor) {
    Random random(2);
    Edges to = random_graph(40, 5, random);
    RandomMatchings(to, 5).draw(2, random);
    EXPECT_TRUE(is_matching(to, 5, 0));
    EXPECT_TRUE(is_matching(to, 5, 1));
}

/// Sum of (seen - expected)^2 / expected.
double chi_square(const std::vector<int>& seen, double expected) {
    double sum = 0;
    for (const int count : seen) {
        const double off = count - expected;
        sum += off * off / expected;
    }
    return sum;
}

/// One of all matchings taken at random has each edge as probably: the mean of a node's chi-square
/// over its edges is degree - 1, and 40 for 6 degrees of freedom is less probable than 10^-6.
TEST(RandomMatchings, EveryEdgeIsDrawnAsOften) {
    Random random(3);
    constexpr int kDraws = 6000;
    std::vector<std::pair<Edges, std::uint32_t>> graphs{
        {ring(6, 2), 2}, {ring(5, 3), 3}, {ring(9, 4), 4}};
    graphs.emplace_back(Edges{0, 1, 1, 2, 2, 0, 3, 4, 4, 3}, 2);  // cycles of 6 and of 4
    for (const auto& [graph, degree] : graphs) {
        const std::size_t nodes = graph.size() / degree;
        std::vector<std::vector<int>> seen(nodes, std::vector<int>(nodes));
        for (int draw = 0; draw < kDraws; ++draw) {
            Edges to = graph;
            const auto taken = static_cast<std::uint32_t>(random.below(degree));
            RandomMatchings(to, degree).draw(taken + 1, random);
            for (std::size_t node = 0; node < nodes; ++node) {
                ++seen[node][to[node * degree + taken]];
            }
        }
        for (std::size_t node = 0; node < nodes; ++node) {
            std::vector<int> of_edges;
            for (std::uint32_t edge = 0; edge < degree; ++edge) {
                of_edges.push_back(seen[node][graph[node * degree + edge]]);
            }
            EXPECT_LT(chi_square(of_edges, static_cast<double>(kDraws) / degree), 30) << node;
        }
    }
}

/// A ring of degree 2 has two matchings, each as probable; two rings four pairs of them.
TEST(RandomMatchings, DrawsCyclesIndependentlyOfEachOther) {
    Random random(4);
    const Edges graph{0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 6, 6, 3};
    constexpr int kDraws = 8000;
    std::map<std::pair<bool, bool>, int> seen;
    for (int draw = 0; draw < kDraws; ++draw) {
        Edges to = graph;
        RandomMatchings(to, 2).draw(1, random);
        ++seen[{to[0] == 0, to[6] == 3}];
    }
    std::vector<int> counts;
    counts.reserve(seen.size());
    for (const auto& entry : seen) {
        counts.push_back(entry.second);
    }
    ASSERT_EQ(counts.size(), 4U);
    EXPECT_LT(chi_square(counts, kDraws / 4.0), 25);
}

TEST(RandomMatchings, DegreeOneStaysAsItIs) {
    Random random(5);
    Edges to{2, 0, 1};
    RandomMatchings(to, 1).draw(1, random);
    EXPECT_EQ(to, (Edges{2, 0, 1}));
}

}  // namespace
}  // namespace kanon
