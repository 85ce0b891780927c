// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/traces/traces.hpp"

#include "kanon/base/error.hpp"
#include "kanon/places/requests/lbqid.hpp"
#include "kanon/places/requests/request_file.hpp"
#include "kanon/places/traces/road_network.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

namespace kanon::places {
namespace {

RequestSet traces_of(const TraceOptions& options, std::uint64_t seed = 1) {
    RunContext context;
    context.seed = seed;
    PlacePolicy policy;
    policy.k = 2;
    policy.within = 1;
    policy.wait = 1;
    return requests_of(generate_traces(options, context), "traces", policy);
}

/// Mean distance from the centre, in km.
double spread(const TraceOptions& options) {
    const RequestSet set = traces_of(options);
    double sum = 0;
    for (const Request& request : set.requests) {
        sum += std::hypot(request.x - 5000, request.y - 5000) / 1000;
    }
    return sum / static_cast<double>(set.requests.size());
}

TEST(Traces, AreOnRoadsInTheOrderOfTime) {
    const RequestSet set = traces_of({.requests = 3000, .persons = 200, .days = 7});
    EXPECT_EQ(set.requests.size(), 3000U);
    EXPECT_EQ(set.out_of_order, 0U);
    for (const Request& request : set.requests) {
        const bool on_street = std::fmod(request.x, RoadNetwork::kBlock) == 0 ||
                               std::fmod(request.y, RoadNetwork::kBlock) == 0;
        EXPECT_TRUE(on_street);
        EXPECT_TRUE(request.x >= 0 && request.x <= 10000 && request.y >= 0 && request.y <= 10000);
    }
}

TEST(Traces, HaveRushHours) {
    std::array<std::size_t, 24> of_hour{};
    for (const Request& request : traces_of({.requests = 20000}).requests) {
        ++of_hour.at(static_cast<std::size_t>((request.time % kDay) / (60 * kMinute)));
    }
    EXPECT_GT(of_hour[8], 3 * of_hour[3]);
    EXPECT_GT(of_hour[17], of_hour[14]);
}

TEST(Traces, HaveTheShapesThatAreAskedFor) {
    TraceOptions even{.requests = 5000};
    even.home_gradient = 0;
    even.work_gradient = 0;
    TraceOptions steep = even;
    steep.home_gradient = 1;
    steep.work_gradient = 1;
    EXPECT_LT(spread(steep) + 1, spread(even));
}

TEST(Traces, WishesGoUpToTheMostAndSmallOnesAreTheMost) {
    std::map<std::uint32_t, std::size_t> asked;
    for (const Request& request : traces_of({.requests = 10000, .most_k = 6}).requests) {
        ++asked[request.k];
    }
    EXPECT_EQ(asked.size(), 5U);
    EXPECT_EQ(asked.begin()->first, 2U);
    EXPECT_EQ(asked.rbegin()->first, 6U);
    EXPECT_GT(asked[2], asked[6] * 2);
}

TEST(Traces, DifferBySeedAndAreTheSameForTheSame) {
    const auto first = [](std::uint64_t seed) {
        const RequestSet set = traces_of({.requests = 100}, seed);
        return set.ids.front();
    };
    EXPECT_EQ(first(3), first(3));
    EXPECT_NE(first(3), first(4));
    EXPECT_THROW(static_cast<void>(traces_of({.requests = 0})), Error);
    EXPECT_THROW(static_cast<void>(traces_of({.requests = 1, .most_k = 1})), Error);
}

TEST(RoadNetwork, AWayLeadsByMainRoads) {
    const RoadNetwork network(10000);
    const std::vector<Stop> way = network.way({1300, 470}, {7600, 8900});
    EXPECT_EQ(way.front().spot.x, 1300);
    EXPECT_EQ(way.back().spot.y, 8900);
    EXPECT_EQ(way[1].spot.x, 1300);
    EXPECT_EQ(way[2].spot.x, 1000);
    EXPECT_EQ(way[3].spot.y, 5000);
    const Spot half = spot_at(way, way[2].seconds / 2);
    EXPECT_GT(half.x, 1000);
    EXPECT_EQ(half.y, 400);
    EXPECT_EQ(spot_at(way, 1e9).x, 7600);
}

}  // namespace
}  // namespace kanon::places
