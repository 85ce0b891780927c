// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace kanon {

/// A graph whose edges have whole costs. Nodes are numbered from 0; edges are not loops.
struct CostGraph {
    struct Edge {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::int64_t cost = 0;
    };

    std::uint32_t nodes = 0;
    std::vector<Edge> edges{};
};

struct Matching {
    std::int64_t cost = 0;
    std::vector<std::uint32_t> edges;  ///< that are in it, ascending
};

/// A perfect matching of least cost: every node is in exactly one of its edges; none if there is no
/// such matching. Eight times the costs must fit 63 bits, and so must their sum.
///
/// By Edmonds' algorithm in LEMON (Dezso, Juttner, Kovacs 2011). Cost O(nodes * edges * log nodes).
/// Same matching for the same graph.
[[nodiscard]] std::optional<Matching> least_perfect_matching(const CostGraph& graph);

}  // namespace kanon
