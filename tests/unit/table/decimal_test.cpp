// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/decimal.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kanon {
namespace {

std::string text_of(std::string_view text) {
    const auto number = Decimal::parse(text);
    return number ? number->text() : "none";
}

std::string rounded(std::string_view text, std::string_view step) {
    return Decimal::parse(text)->rounded(*Decimal::parse(step)).text();
}

int compared(std::string_view a, std::string_view b) {
    const int difference = Decimal::parse(a)->compare(*Decimal::parse(b));
    return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

TEST(Decimal, IsSpelledWithoutExponentAndNeedlessZeros) {
    EXPECT_EQ(text_of("1.50"), "1.5");
    EXPECT_EQ(text_of("-0.0"), "0");
    EXPECT_EQ(text_of("0e999999999"), "0");
    EXPECT_EQ(text_of(".5"), "0.5");
    EXPECT_EQ(text_of("5."), "5");
    EXPECT_EQ(text_of("1.25e3"), "1250");
    EXPECT_EQ(text_of("1E+2"), "100");
    EXPECT_EQ(text_of("12e-3"), "0.012");
    EXPECT_EQ(text_of("9007199254740993"), "9007199254740993");
}

TEST(Decimal, TakesFiniteNumbersAlone) {
    for (const std::string_view text : {"",
                                        "nan",
                                        "-nan",
                                        "inf",
                                        "-inf",
                                        "1e999",
                                        "007",
                                        "+1",
                                        " 1",
                                        "1 ",
                                        "1,5",
                                        "[80, inf)",
                                        "0x1p3",
                                        "--1",
                                        "2000-01-01"}) {
        EXPECT_EQ(text_of(text), "none") << text;
    }
}

TEST(Decimal, ComparesAllDigits) {
    EXPECT_EQ(compared("79.99999999999999999999", "80"), -1);
    EXPECT_EQ(compared("80.0", "80"), 0);
    EXPECT_EQ(compared("8e1", "80"), 0);
    EXPECT_EQ(compared("9", "80"), -1);
    EXPECT_EQ(compared("-9", "-80"), 1);
    EXPECT_EQ(compared("-1", "1"), -1);
    EXPECT_EQ(compared("0", "0.0001"), -1);
    EXPECT_EQ(compared("0", "-0"), 0);
    EXPECT_EQ(compared("100", "99.5"), 1);
}

TEST(Decimal, RoundsHalvesAwayFromZero) {
    EXPECT_EQ(rounded("149", "100"), "100");
    EXPECT_EQ(rounded("150", "100"), "200");
    EXPECT_EQ(rounded("-150", "100"), "-200");
    EXPECT_EQ(rounded("-149.99", "100"), "-100");
    EXPECT_EQ(rounded("-49", "100"), "0");
    EXPECT_EQ(rounded("0", "100"), "0");
    EXPECT_EQ(rounded("1000", "100"), "1000");
    EXPECT_EQ(rounded("7", "5"), "5");
    EXPECT_EQ(rounded("7.5", "5"), "10");
    EXPECT_EQ(rounded("7.49999999999999999999999", "5"), "5");
    EXPECT_EQ(rounded("997", "10"), "1000");
}

TEST(Decimal, RoundsAsItIsWrittenAndNotAsADouble) {
    EXPECT_EQ(rounded("1.005", "0.01"), "1.01");
    EXPECT_EQ(rounded("0.15", "0.1"), "0.2");
    EXPECT_EQ(rounded("0.3", "0.25"), "0.25");
    EXPECT_EQ(rounded("9007199254740993", "2"), "9007199254740994");
    EXPECT_EQ(rounded("123456789012345678901234567890", "1e29"), "100000000000000000000000000000");
    EXPECT_EQ(rounded("1e-300", "0.5"), "0");
    EXPECT_EQ(rounded("999999999999999999.5", "999999999999999999"), "999999999999999999");
}

TEST(Decimal, AStepIsAboveZeroAndNotTooLong) {
    EXPECT_TRUE(Decimal::parse("100")->is_step());
    EXPECT_TRUE(Decimal::parse("0.000000000000000001")->is_step());
    EXPECT_FALSE(Decimal::parse("0")->is_step());
    EXPECT_FALSE(Decimal::parse("-5")->is_step());
    EXPECT_FALSE(Decimal::parse("1234567890123456789")->is_step());
}

}  // namespace
}  // namespace kanon
