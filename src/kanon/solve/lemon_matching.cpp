// SPDX-License-Identifier: Apache-2.0
// LEMON behind the port of matching.hpp; no other file knows it. Compiled as C++17.
#include "kanon/solve/matching.hpp"

#include <lemon/matching.h>
#include <lemon/smart_graph.h>

#include <algorithm>

namespace kanon {
namespace {

/// A node without an edge has no partner; LEMON takes for granted that there is none.
bool each_node_has_an_edge(const CostGraph& graph) {
    std::vector<bool> has(graph.nodes, false);
    for (const CostGraph::Edge& edge : graph.edges) {
        has[edge.a] = true;
        has[edge.b] = true;
    }
    return std::find(has.begin(), has.end(), false) == has.end();
}

}  // namespace

std::optional<Matching> least_perfect_matching(const CostGraph& graph) {
    using lemon::SmartGraph;
    if (graph.nodes % 2 != 0 || !each_node_has_an_edge(graph)) {
        return std::nullopt;
    }
    SmartGraph lemon_graph;
    lemon_graph.reserveNode(static_cast<int>(graph.nodes));
    lemon_graph.reserveEdge(static_cast<int>(graph.edges.size()));
    for (std::uint32_t node = 0; node < graph.nodes; ++node) {
        lemon_graph.addNode();
    }
    SmartGraph::EdgeMap<std::int64_t> weight(lemon_graph);
    for (const CostGraph::Edge& edge : graph.edges) {
        const SmartGraph::Edge at =
            lemon_graph.addEdge(SmartGraph::nodeFromId(static_cast<int>(edge.a)),
                                SmartGraph::nodeFromId(static_cast<int>(edge.b)));
        weight[at] = -edge.cost;
    }
    lemon::MaxWeightedPerfectMatching<SmartGraph, SmartGraph::EdgeMap<std::int64_t>> matching(
        lemon_graph, weight);
    if (!matching.run()) {
        return std::nullopt;
    }
    Matching out;
    for (std::uint32_t edge = 0; edge < graph.edges.size(); ++edge) {
        if (matching.matching(SmartGraph::edgeFromId(static_cast<int>(edge)))) {
            out.edges.push_back(edge);
            out.cost += graph.edges[edge].cost;
        }
    }
    return out;
}

}  // namespace kanon
