// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/flow.hpp"

#include "kanon/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

namespace kanon::auditing {
namespace {

using Edges = std::vector<std::vector<std::uint32_t>>;
using Amounts = std::vector<std::uint32_t>;

/// The largest flow is the least cut: the least, over all sets S of sources, of the supply outside
/// S and the demand of the sinks that S reaches.
std::uint64_t least_cut(const Edges& edges, const Amounts& supply, const Amounts& demand) {
    std::uint64_t least = ~std::uint64_t{0};
    for (std::uint32_t set = 0; set < (1U << supply.size()); ++set) {
        std::uint64_t cut = 0;
        std::vector<bool> reached(demand.size());
        for (std::uint32_t source = 0; source < supply.size(); ++source) {
            if ((set >> source & 1U) == 0) {
                cut += supply[source];
                continue;
            }
            for (const std::uint32_t sink : edges[source]) {
                cut += reached[sink] ? 0 : demand[sink];
                reached[sink] = true;
            }
        }
        least = std::min(least, cut);
    }
    return least;
}

TEST(Flow, ShipsAsMuchAsTheLeastCutAllows) {
    Random random(7);
    for (int round = 0; round < 2000; ++round) {
        Edges edges(1 + random.below(7));
        Amounts supply(edges.size());
        Amounts demand(1 + random.below(7));
        for (std::uint32_t& wanted : demand) {
            wanted = static_cast<std::uint32_t>(random.below(5));
        }
        for (std::size_t source = 0; source < edges.size(); ++source) {
            supply[source] = static_cast<std::uint32_t>(random.below(5));
            for (std::uint32_t sink = 0; sink < demand.size(); ++sink) {
                if (random.below(3) == 0) {
                    edges[source].push_back(sink);
                }
            }
        }
        Amounts supply_left = supply;
        Amounts demand_left = demand;
        std::uint64_t shipped = 0;
        for (const Shipment& shipment : ship(edges, supply_left, demand_left)) {
            const auto& sinks = edges[shipment.source];
            EXPECT_NE(std::find(sinks.begin(), sinks.end(), shipment.sink), sinks.end());
            EXPECT_GT(shipment.amount, 0U);
            shipped += shipment.amount;
            supply_left[shipment.source] += shipment.amount;
            demand_left[shipment.sink] += shipment.amount;
        }
        EXPECT_EQ(shipped, least_cut(edges, supply, demand)) << "round " << round;
        EXPECT_EQ(supply_left, supply) << "shipments and leftovers add up";
        EXPECT_EQ(demand_left, demand);
    }
}

}  // namespace
}  // namespace kanon::auditing
