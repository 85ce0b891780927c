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
/// Greedy first, then augmenting paths found breadth first, layer by layer (Dinic 1970). Cost
/// O(V^2 E) at worst, near O(E) where greedy gets most of it. `supply` and `demand` are reduced to
/// what is left. \return shipments in order of source, then sink; no amount is 0
[[nodiscard]] std::vector<Shipment> ship(std::span<const std::vector<std::uint32_t>> edges,
                                         std::vector<std::uint32_t>& supply,
                                         std::vector<std::uint32_t>& demand);

}  // namespace kanon::auditing
