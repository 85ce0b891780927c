// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/flow.hpp"

#include "kanon/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

struct Transport {
    Edges edges;
    Amounts supply;
    Amounts demand;
};

Transport random_transport(Random& random) {
    Transport out;
    out.edges.resize(1 + random.below(7));
    out.demand.resize(1 + random.below(7));
    for (std::uint32_t& wanted : out.demand) {
        wanted = static_cast<std::uint32_t>(random.below(5));
    }
    for (std::vector<std::uint32_t>& sinks : out.edges) {
        out.supply.push_back(static_cast<std::uint32_t>(random.below(5)));
        for (std::uint32_t sink = 0; sink < out.demand.size(); ++sink) {
            if (random.below(3) == 0) {
                sinks.push_back(sink);
            }
        }
    }
    return out;
}

TEST(Flow, ShipsAsMuchAsTheLeastCutAllows) {
    Random random(7);
    for (int round = 0; round < 2000; ++round) {
        const Transport given = random_transport(random);
        Amounts supply = given.supply;
        Amounts demand = given.demand;
        std::uint64_t shipped = 0;
        for (const Shipment& shipment : ship(given.edges, supply, demand)) {
            const auto& sinks = given.edges[shipment.source];
            EXPECT_NE(std::find(sinks.begin(), sinks.end(), shipment.sink), sinks.end());
            EXPECT_GT(shipment.amount, 0U);
            shipped += shipment.amount;
            supply[shipment.source] += shipment.amount;
            demand[shipment.sink] += shipment.amount;
        }
        EXPECT_EQ(shipped, least_cut(given.edges, given.supply, given.demand)) << round;
        EXPECT_EQ(supply, given.supply) << "shipments and leftovers add up";
        EXPECT_EQ(demand, given.demand);
    }
}

TEST(Flow, LeavesTheLaterSourceShortWhereBothCould) {
    const Edges edges{{0, 1}, {0}, {1}};  // greedy gives source 0 the one sink of source 1
    Amounts supply{1, 1, 1};
    Amounts demand{1, 1, 1};
    EXPECT_EQ(ship(edges, supply, demand).size(), 2U);
    EXPECT_EQ(supply, (Amounts{0, 0, 1}));
    EXPECT_EQ(demand, (Amounts{0, 0, 1}));
}

}  // namespace
}  // namespace kanon::auditing
