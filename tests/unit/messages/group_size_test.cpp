// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/group_size.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

namespace kanon::messages {
namespace {

/// By looking at all groups of members of whom the first `cheaters` cheat.
double counted_chance(unsigned members, unsigned cheaters, unsigned size, unsigned k) {
    unsigned few = 0;
    unsigned all = 0;
    for (std::uint32_t group = 0; group < (1U << members); ++group) {
        if (std::popcount(group) == static_cast<int>(size)) {
            const auto honest = static_cast<unsigned>(std::popcount(group >> cheaters));
            few += honest < k ? 1 : 0;
            ++all;
        }
    }
    return static_cast<double>(few) / all;
}

TEST(GroupSize, TheChanceIsThatOfCounting) {
    for (unsigned members = 1; members <= 9; ++members) {
        for (unsigned cheaters = 0; cheaters <= members; ++cheaters) {
            for (unsigned size = 1; size <= members; ++size) {
                EXPECT_NEAR(chance_of_few_honest(members, cheaters, size, 3),
                            counted_chance(members, cheaters, size, 3),
                            1e-12);
            }
        }
    }
}

TEST(GroupSize, IsKWithoutCheatersAndNeverAboveKAndAllCheaters) {
    EXPECT_EQ(group_size(12, 4, 0), 4U);
    EXPECT_EQ(group_size(12, 4, 1), 5U);
    EXPECT_EQ(group_size(1000, 10, 1), 11U);
    for (std::size_t cheaters = 0; cheaters <= 40; ++cheaters) {
        const std::size_t size = group_size(200, 5, cheaters);
        EXPECT_GE(size, 5U);
        EXPECT_LE(size, 5 + cheaters);
    }
}

TEST(GroupSize, IsTheLeastThatKeepsTheChance) {
    const std::size_t size = group_size(300, 6, 60, 1e-3);
    const auto chance = [](std::size_t s) {
        const std::size_t groups = 300 / s;
        return static_cast<double>(groups) * chance_of_few_honest(300, 60, s, 6);
    };
    EXPECT_LE(chance(size), 1e-3);
    EXPECT_GT(chance(size - 1), 1e-3);
    EXPECT_LT(size, 30U) << "a fifth cheats: some more than twice k, not 66";
}

TEST(GroupSize, KAboveThePopulationIsRefused) {
    EXPECT_THROW((void)group_size(5, 6, 0), Error);
    EXPECT_THROW((void)group_size(5, 4, 2), Error);
    EXPECT_THROW((void)group_size(5, 0, 0), Error);
    EXPECT_EQ(group_size(5, 5, 0), 5U);
}

}  // namespace
}  // namespace kanon::messages
