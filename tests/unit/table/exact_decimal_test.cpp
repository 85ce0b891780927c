// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/exact_decimal.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon {
namespace {

TEST(ExactDecimal, IsOneFormForAllSpellingsOfANumber) {
    for (const char* text : {"1.5", "1.50", "15e-1", "0.15e1", "0.15E+1", "1.5e0"}) {
        EXPECT_EQ(exact_decimal(text), "15e-1") << text;
    }
    for (const char* text : {"0", "-0", "0.0", "-0.00", ".0", "0e9"}) {
        EXPECT_EQ(exact_decimal(text), "0") << text;
    }
    EXPECT_EQ(exact_decimal("-1200"), "-12e2");
    EXPECT_EQ(exact_decimal("-1.2e3"), "-12e2");
    EXPECT_EQ(exact_decimal("5."), "5e0");
}

TEST(ExactDecimal, TellsNumbersApartThatDoublesDoNot) {
    EXPECT_NE(exact_decimal("9007199254740993"), exact_decimal("9007199254740992"));
    EXPECT_NE(exact_decimal("12345678901234567890"), exact_decimal("12345678901234567891"));
    EXPECT_NE(exact_decimal("0.1"), exact_decimal("0.1000000000000000055511151231257827"));
    EXPECT_NE(exact_decimal("1e400"), exact_decimal("1e401"));
}

TEST(ExactDecimal, TakesNoOtherText) {
    for (const char* text : {"",
                             "-",
                             ".",
                             "+5",
                             "007",
                             "-01.5",
                             " 1",
                             "1 ",
                             "1,5",
                             "1e",
                             "1e+-2",
                             "1.2.3",
                             "e5",
                             "inf",
                             "nan",
                             "0x10",
                             "1e99999999999999999999",
                             "*"}) {
        EXPECT_FALSE(exact_decimal(text).has_value()) << text;
    }
}

}  // namespace
}  // namespace kanon
