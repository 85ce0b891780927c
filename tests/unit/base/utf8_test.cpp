// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon {
namespace {

TEST(Utf8, AcceptsEveryLengthAndTheEdgesOfEach) {
    EXPECT_EQ(first_invalid_utf8(""), std::nullopt);
    EXPECT_EQ(first_invalid_utf8("plain"), std::nullopt);
    EXPECT_EQ(first_invalid_utf8("\xC2\x80 \xDF\xBF \xE0\xA0\x80 \xED\x9F\xBF"), std::nullopt);
    EXPECT_EQ(first_invalid_utf8("\xEF\xBF\xBF \xF0\x90\x80\x80 \xF4\x8F\xBF\xBF"), std::nullopt);
}

TEST(Utf8, NamesTheOffsetOfTheFirstFault) {
    EXPECT_EQ(first_invalid_utf8("ab\xFFz"), 2U);
    EXPECT_EQ(first_invalid_utf8("a\x80"), 1U);             // stray continuation
    EXPECT_EQ(first_invalid_utf8("\xC0\x80"), 0U);          // overlong
    EXPECT_EQ(first_invalid_utf8("\xE0\x9F\xBF"), 0U);      // overlong
    EXPECT_EQ(first_invalid_utf8("x\xED\xA0\x80"), 1U);     // surrogate
    EXPECT_EQ(first_invalid_utf8("\xF4\x90\x80\x80"), 0U);  // beyond U+10FFFF
    EXPECT_EQ(first_invalid_utf8("a\xE2\x82"), 1U);         // cut short
    EXPECT_EQ(first_invalid_utf8("\xE2\x28\xA1"), 0U);      // not a continuation
}

TEST(Utf8, CutsByCodePointsNotBytes) {
    const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80";  // a, e acute, euro, emoji
    EXPECT_EQ(code_point_count(text), 4U);
    EXPECT_EQ(first_code_points(text, 2), "a\xC3\xA9");
    EXPECT_EQ(last_code_points(text, 1), "\xF0\x9F\x98\x80");
    EXPECT_EQ(first_code_points(text, 9), text);
    EXPECT_EQ(last_code_points(text, 9), text);
    EXPECT_EQ(first_code_points(text, 0), "");
    EXPECT_EQ(last_code_points(text, 0), "");
}

TEST(Utf8, StrayContinuationBytesDoNotGetLost) {
    EXPECT_EQ(code_point_count("\x80\x80z"), 2U);
    EXPECT_EQ(first_code_points("\x80\x80z", 1), "\x80\x80");
    EXPECT_EQ(last_code_points("\x80\x80z", 1), "z");
}

}  // namespace
}  // namespace kanon
