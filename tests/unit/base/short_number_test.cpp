// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/short_number.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace kanon {
namespace {

TEST(ShortNumber, HasFourDigitsAtMostAndNoPowersOfTen) {
    EXPECT_EQ(short_number(0), "0");
    EXPECT_EQ(short_number(1), "1");
    EXPECT_EQ(short_number(12.3456), "12.35");
    EXPECT_EQ(short_number(0.25), "0.25");
    EXPECT_EQ(short_number(0.30391), "0.3039");
    EXPECT_EQ(short_number(0.00012345), "0.0001234");
    EXPECT_EQ(short_number(1234.56), "1,235");
    EXPECT_EQ(short_number(3.07243e8), "307,200,000");
    EXPECT_EQ(short_number(-12.5), "-12.5");
}

TEST(ShortNumber, RoundsUpIntoTheNextPower) {
    EXPECT_EQ(short_number(0.999999), "1");
    EXPECT_EQ(short_number(99.995), "100");
    EXPECT_EQ(short_number(9999.9), "10,000");
}

TEST(ShortNumber, SaysWhatNoDigitsSay) {
    EXPECT_EQ(short_number(1e-9), "< 0.0001");
    EXPECT_EQ(short_number(-1e-9), "> -0.0001");
    EXPECT_EQ(short_number(1e20), "more than 10^15");
    EXPECT_EQ(short_number(std::numeric_limits<double>::infinity()), "∞");
    EXPECT_EQ(short_number(-std::numeric_limits<double>::infinity()), "-∞");
    EXPECT_EQ(short_number(std::numeric_limits<double>::quiet_NaN()), "–");
}

TEST(ExactOrShort, KeepsWholeNumbers) {
    EXPECT_EQ(exact_or_short(307243012), "307,243,012");
    EXPECT_EQ(exact_or_short(0), "0");
    EXPECT_EQ(exact_or_short(1234.5), "1,234");
    EXPECT_EQ(exact_or_short(1e20), "more than 10^15");
}

}  // namespace
}  // namespace kanon
