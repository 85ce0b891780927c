// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/run/place_figures.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace kanon::places {
namespace {

TEST(PlaceFigures, AreThoseOfTheirDefinitions) {
    Request one;
    one.k = 2;
    one.reach_x = 10;
    one.reach_y = 10;
    one.wait = 10'000;
    Request other = one;
    other.k = 3;
    other.time = 4000;
    Request third = other;
    third.time = 5000;
    const Group group{
        .box = {{0, 10}, {0, 2.5}, {0, 5000}}, .members = {one, other, third}, .released = 5000};
    const PlaceFigures found =
        figures_of({group}, {.requests = 4, .dropped = 1, .most_waiting = 3});
    EXPECT_EQ(found.released, 3U);
    EXPECT_DOUBLE_EQ(found.success_rate, 0.75);
    EXPECT_DOUBLE_EQ(found.relative_k, (1.5 + 1 + 1) / 3);
    EXPECT_DOUBLE_EQ(found.space_used, 0.25);
    EXPECT_DOUBLE_EQ(found.time_used, 0.25);
    EXPECT_DOUBLE_EQ(found.mean_delay_seconds, 2);
    EXPECT_DOUBLE_EQ(found.median_side_metres, 5);
    EXPECT_DOUBLE_EQ(found.median_box_seconds, 5);
    EXPECT_EQ(found.most_waiting, 3U);
}

TEST(PlaceFigures, OfNothingAreZero) {
    const PlaceFigures found = figures_of({}, {});
    EXPECT_EQ(found.success_rate, 0);
    EXPECT_EQ(found.median_side_metres, 0);
}

}  // namespace
}  // namespace kanon::places
