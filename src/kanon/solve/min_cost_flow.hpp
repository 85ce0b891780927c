// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace kanon {

/// A network with whole supplies, bounds and costs. Nodes are numbered from 0.
struct FlowNetwork {
    struct Arc {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        std::int64_t lower = 0;
        std::int64_t upper = 0;  ///< >= lower
        std::int64_t cost = 0;   ///< of one unit
    };

    std::vector<std::int64_t> supplies{};  ///< per node; negative: a demand; their sum is 0
    std::vector<Arc> arcs{};
};

struct Flow {
    std::int64_t cost = 0;
    std::vector<std::int64_t> amounts;  ///< per arc
};

/// A flow of least cost that takes each supply to the demands within the bounds of the arcs, in
/// whole units; none if there is no flow. Costs times amounts must fit 63 bits.
///
/// By the network simplex method of LEMON (Kiraly, Kovacs 2012). Cost: exponential at worst,
/// about O(nodes * arcs) in practice. Same flow for the same network.
[[nodiscard]] std::optional<Flow> min_cost_flow(const FlowNetwork& network);

}  // namespace kanon
