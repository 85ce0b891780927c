// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/min_cost_flow.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace kanon {
namespace {

TEST(MinCostFlow, TakesTheCheapArcFirst) {
    const auto flow = min_cost_flow({.supplies = {3, -3},
                                     .arcs = {{.from = 0, .to = 1, .upper = 2, .cost = 1},
                                              {.from = 0, .to = 1, .upper = 5, .cost = 4}}});
    ASSERT_TRUE(flow);
    EXPECT_EQ(flow->cost, 6);
    EXPECT_EQ(flow->amounts, (std::vector<std::int64_t>{2, 1}));
}

TEST(MinCostFlow, KeepsLowerBounds) {
    const auto flow =
        min_cost_flow({.supplies = {3, -3},
                       .arcs = {{.from = 0, .to = 1, .upper = 3, .cost = 0},
                                {.from = 0, .to = 1, .lower = 2, .upper = 3, .cost = 7}}});
    ASSERT_TRUE(flow);
    EXPECT_EQ(flow->cost, 14);
}

TEST(MinCostFlow, SaysWhenThereIsNoFlow) {
    EXPECT_FALSE(min_cost_flow(
        {.supplies = {3, -3}, .arcs = {{.from = 0, .to = 1, .upper = 2, .cost = 1}}}));
}

TEST(MinCostFlow, TakesNegativeCosts) {
    const auto flow = min_cost_flow({.supplies = {1, 0, -1},
                                     .arcs = {{.from = 0, .to = 1, .upper = 1, .cost = -3},
                                              {.from = 1, .to = 2, .upper = 1, .cost = 1},
                                              {.from = 0, .to = 2, .upper = 1, .cost = -1}}});
    ASSERT_TRUE(flow);
    EXPECT_EQ(flow->cost, -2);
}

}  // namespace
}  // namespace kanon
