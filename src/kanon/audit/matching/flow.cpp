// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/flow.hpp"

#include "kanon/base/check.hpp"
#include "kanon/solve/min_cost_flow.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace kanon::auditing {
namespace {

using Amounts = std::vector<std::uint32_t>;
using Edges = std::span<const std::vector<std::uint32_t>>;

bool has_some(const Amounts& amounts) {
    return std::any_of(
        amounts.begin(), amounts.end(), [](std::uint32_t amount) { return amount > 0; });
}

/// What goes along each edge, source by source, if each in turn takes what it can; `supply` and
/// `demand` are reduced to what is left.
Amounts ship_greedily(Edges edges, Amounts& supply, Amounts& demand) {
    Amounts out;
    for (std::size_t source = 0; source < edges.size(); ++source) {
        for (const std::uint32_t sink : edges[source]) {
            const std::uint32_t amount = std::min(supply[source], demand[sink]);
            supply[source] -= amount;
            demand[sink] -= amount;
            out.push_back(amount);
        }
    }
    return out;
}

/// The transport as a flow: after sources and sinks a node that takes what a source keeps, and
/// gives a sink what it lacks. To keep costs the more the earlier the source is.
FlowNetwork network_of(Edges edges, const Amounts& supply, const Amounts& demand) {
    const auto sources = static_cast<std::uint32_t>(supply.size());
    const auto hub = static_cast<std::uint32_t>(sources + demand.size());
    FlowNetwork out;
    out.supplies.assign(supply.begin(), supply.end());
    for (const std::uint32_t wanted : demand) {
        out.supplies.push_back(-std::int64_t{wanted});
    }
    out.supplies.push_back(
        -std::accumulate(out.supplies.begin(), out.supplies.end(), std::int64_t{0}));
    for (std::uint32_t source = 0; source < sources; ++source) {
        for (const std::uint32_t sink : edges[source]) {
            out.arcs.push_back({.from = source,
                                .to = sources + sink,
                                .upper = std::min(supply[source], demand[sink])});
        }
    }
    for (std::uint32_t source = 0; source < sources; ++source) {
        out.arcs.push_back(
            {.from = source, .to = hub, .upper = supply[source], .cost = sources - source});
    }
    for (std::uint32_t sink = 0; sink < demand.size(); ++sink) {
        out.arcs.push_back({.from = hub, .to = sources + sink, .upper = demand[sink]});
    }
    return out;
}

/// What goes along each edge in a greatest shipment.
Amounts ship_most(Edges edges, const Amounts& supply, const Amounts& demand) {
    const FlowNetwork network = network_of(edges, supply, demand);
    const std::optional<Flow> flow = min_cost_flow(network);
    KANON_CHECK(flow.has_value());  // each source may keep all it has
    Amounts out;
    for (std::size_t i = 0; i < network.arcs.size() - supply.size() - demand.size(); ++i) {
        out.push_back(static_cast<std::uint32_t>(flow->amounts[i]));
    }
    return out;
}

}  // namespace

std::vector<Shipment> ship(Edges edges, Amounts& supply, Amounts& demand) {
    Amounts left = supply;
    Amounts lacking = demand;
    Amounts shipped = ship_greedily(edges, left, lacking);
    if (has_some(left) && has_some(lacking)) {
        shipped = ship_most(edges, supply, demand);
    }
    std::vector<Shipment> out;
    auto amount = shipped.begin();
    for (std::uint32_t source = 0; source < edges.size(); ++source) {
        for (const std::uint32_t sink : edges[source]) {
            if (*amount > 0) {
                out.push_back({.source = source, .sink = sink, .amount = *amount});
                supply[source] -= *amount;
                demand[sink] -= *amount;
            }
            ++amount;
        }
    }
    return out;
}

}  // namespace kanon::auditing
