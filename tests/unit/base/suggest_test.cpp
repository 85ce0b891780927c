// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/suggest.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace kanon {
namespace {

constexpr std::array<std::string_view, 3> kKnown{"mondrian", "optimal", "auto"};

TEST(Suggest, FindsTheNearestWord) {
    EXPECT_EQ(nearest_word("mondrain", kKnown), "mondrian");
    EXPECT_EQ(nearest_word("optiml", kKnown), "optimal");
}

TEST(Suggest, ListsKnownWordsWhenNoneIsNear) {
    EXPECT_EQ(nearest_word("zzzzzzzz", kKnown), "");
    EXPECT_EQ(suggestion("zzzzzzzz", kKnown), "; known: mondrian, optimal, auto");
}

}  // namespace
}  // namespace kanon
