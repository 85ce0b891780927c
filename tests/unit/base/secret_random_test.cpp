// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/secret_random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace kanon {
namespace {

std::vector<std::uint64_t> drawn(std::optional<std::uint64_t> fixed, std::size_t count) {
    SecretRandom random(fixed);
    std::vector<std::uint64_t> out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(random.next());
    }
    return out;
}

TEST(SecretRandom, CannotBeForetold) {
    EXPECT_NE(drawn(std::nullopt, 4), drawn(std::nullopt, 4));
}

TEST(SecretRandom, RepeatsWhereATestFixesIt) {
    EXPECT_EQ(drawn(7, 4), drawn(7, 4));
    EXPECT_NE(drawn(7, 4), drawn(8, 4));
}

TEST(SecretRandom, DrawsAgainWhereAllIsUsed) {
    const std::vector<std::uint64_t> many = drawn(std::nullopt, 2000);
    std::uint64_t ones = 0;
    std::uint64_t zeros = 0;
    for (const std::uint64_t number : many) {
        ones |= number;
        zeros |= ~number;
    }
    EXPECT_EQ(ones, ~std::uint64_t{0});
    EXPECT_EQ(zeros, ~std::uint64_t{0});
}

TEST(SecretRandom, StaysBelowABoundAndReachesAllBelowIt) {
    for (const std::optional<std::uint64_t> fixed : {std::optional<std::uint64_t>(), {3}}) {
        SecretRandom random(fixed);
        std::array<int, 5> seen{};
        for (int i = 0; i < 5000; ++i) {
            ++seen.at(random.below(seen.size()));
        }
        for (const int count : seen) {
            EXPECT_NEAR(count, 1000, 200);
        }
        EXPECT_EQ(random.below(1), 0U);
    }
}

}  // namespace
}  // namespace kanon
