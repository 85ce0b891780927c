// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/spelling/comma_text.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

namespace kanon {
namespace {

TEST(CommaText, CellsHaveDecimalCommasAndReadBack) {
    const std::array<std::pair<const char*, const char*>, 12> cells{{
        {"1234.50", "1234,50"},
        {"-0.5", "-0,5"},
        {"7", "7"},
        {"", ""},
        {"*", "*"},
        {"[1.5, 2.25]", "[1,5; 2,25]"},
        {"[20, 30)", "[20; 30)"},
        {"(-inf, 1.5]", "(-inf; 1,5]"},
        {"[80, inf)", "[80; inf)"},
        {"{1.5, 2, 3.25}", "{1,5; 2; 3,25}"},
        {"{1.5, }", "{1,5; }"},
        {"{}", "{}"},
    }};
    for (const auto& [points, commas] : cells) {
        EXPECT_EQ(with_decimal_commas(points), commas);
        EXPECT_EQ(with_decimal_points(commas), points);
    }
}

TEST(CommaText, CellsTellTheirCommas) {
    for (const char* cell : {"1234,50", "[1,5; 2]", "[20; 30)", "{1; 2}", "1.234,5"}) {
        EXPECT_TRUE(has_decimal_commas(cell)) << cell;
    }
    for (const char* cell : {"", "*", "7", "1234.50", "[1.5, 2.25]", "[20, 30)", "a,b"}) {
        EXPECT_FALSE(has_decimal_commas(cell)) << cell;
    }
    EXPECT_EQ(with_decimal_points("[1.234,5; 2]"), "[1234.5, 2]");
}

}  // namespace
}  // namespace kanon
