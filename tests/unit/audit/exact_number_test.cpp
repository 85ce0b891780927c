// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/exact_number.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace kanon::auditing {
namespace {

int compared(std::string_view a, std::string_view b) {
    const int difference = ExactNumber(a).compare(ExactNumber(b));
    return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

bool is_nearest(std::string_view number, std::string_view original, std::string_view step) {
    return ExactNumber(number).is_nearest_multiple(ExactNumber(original), ExactNumber(step));
}

TEST(ExactNumber, ComparesAllDigitsInAnySpelling) {
    EXPECT_EQ(compared("79.99999999999999999999", "80"), -1);
    EXPECT_EQ(compared("80.00", "8e1"), 0);
    EXPECT_EQ(compared("0.08e3", "80"), 0);
    EXPECT_EQ(compared("8000E-2", "80"), 0);
    EXPECT_EQ(compared("-0", "0"), 0);
    EXPECT_EQ(compared("-2", "-10"), 1);
    EXPECT_EQ(compared("-2", "1"), -1);
    EXPECT_EQ(compared("0.05", "0.5"), -1);
}

TEST(ExactNumber, KnowsTheNearestMultiple) {
    EXPECT_TRUE(is_nearest("100", "149", "100"));
    EXPECT_FALSE(is_nearest("200", "149", "100"));
    EXPECT_TRUE(is_nearest("200", "150", "100"));
    EXPECT_FALSE(is_nearest("100", "150", "100"));
    EXPECT_TRUE(is_nearest("-200", "-150", "100"));
    EXPECT_FALSE(is_nearest("-100", "-150", "100"));
    EXPECT_TRUE(is_nearest("0", "-49", "100"));
    EXPECT_FALSE(is_nearest("100", "-49", "100"));
    EXPECT_FALSE(is_nearest("-100", "60", "100"));
    EXPECT_FALSE(is_nearest("149", "149", "100"));
    EXPECT_TRUE(is_nearest("1.01", "1.005", "0.01"));
    EXPECT_FALSE(is_nearest("1", "1.005", "0.01"));
    EXPECT_TRUE(is_nearest("0", "0", "5"));
    EXPECT_TRUE(is_nearest("5", "7.49999999999999999999999", "5"));
    EXPECT_TRUE(is_nearest("1200.0", "1249", "1e2"));
}

}  // namespace
}  // namespace kanon::auditing
