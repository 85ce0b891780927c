// SPDX-License-Identifier: Apache-2.0
// LEMON behind the port of min_cost_flow.hpp; no other file knows it.
#include "kanon/base/check.hpp"
#include "kanon/solve/min_cost_flow.hpp"

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include <numeric>

namespace kanon {

std::optional<Flow> min_cost_flow(const FlowNetwork& network) {
    using lemon::SmartDigraph;
    KANON_CHECK(
        std::accumulate(network.supplies.begin(), network.supplies.end(), std::int64_t{0}) == 0);
    SmartDigraph graph;
    graph.reserveNode(static_cast<int>(network.supplies.size()));
    graph.reserveArc(static_cast<int>(network.arcs.size()));
    for (std::size_t node = 0; node < network.supplies.size(); ++node) {
        graph.addNode();
    }
    const auto node_of = [](std::uint32_t node) {
        return SmartDigraph::nodeFromId(static_cast<int>(node));
    };
    SmartDigraph::NodeMap<std::int64_t> supply(graph);
    for (std::uint32_t node = 0; node < network.supplies.size(); ++node) {
        supply[node_of(node)] = network.supplies[node];
    }
    SmartDigraph::ArcMap<std::int64_t> lower(graph);
    SmartDigraph::ArcMap<std::int64_t> upper(graph);
    SmartDigraph::ArcMap<std::int64_t> cost(graph);
    for (const FlowNetwork::Arc& arc : network.arcs) {
        const SmartDigraph::Arc at = graph.addArc(node_of(arc.from), node_of(arc.to));
        lower[at] = arc.lower;
        upper[at] = arc.upper;
        cost[at] = arc.cost;
    }
    lemon::NetworkSimplex<SmartDigraph, std::int64_t> simplex(graph);
    simplex.lowerMap(lower).upperMap(upper).costMap(cost).supplyMap(supply);
    if (simplex.run() != lemon::NetworkSimplex<SmartDigraph, std::int64_t>::OPTIMAL) {
        return std::nullopt;
    }
    Flow out{.cost = simplex.totalCost<std::int64_t>(), .amounts = {}};
    for (std::size_t arc = 0; arc < network.arcs.size(); ++arc) {
        out.amounts.push_back(simplex.flow(SmartDigraph::arcFromId(static_cast<int>(arc))));
    }
    return out;
}

}  // namespace kanon
