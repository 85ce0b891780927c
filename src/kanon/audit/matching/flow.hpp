// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::auditing {

/// So much goes from a source to a sink.
struct Shipment {
    std::uint32_t source = 0;
    std::uint32_t sink = 0;
    std::uint32_t amount = 0;
};

/// Ship as much as can be shipped from sources to sinks along `edges` (sinks of each source).
///
/// Greedy first, which is all where supply or demand is used up; else a flow of least cost, by
/// solve/min_cost_flow.hpp, whose costs make the later sources go short: what each is left with
/// does not depend on the solver. Cost O(E) for greedy, else about the flow's O(V E) and some 200
/// bytes an edge. `supply` and `demand` are reduced to what is left. \return shipments in order of
/// source, then of its edges; no amount is 0
[[nodiscard]] std::vector<Shipment> ship(std::span<const std::vector<std::uint32_t>> edges,
                                         std::vector<std::uint32_t>& supply,
                                         std::vector<std::uint32_t>& demand);

}  // namespace kanon::auditing
