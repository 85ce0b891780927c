// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/look_of_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon {
namespace {

bool look_alike(std::string_view a, std::string_view b) {
    const auto of_a = looks_of_text(a);
    const auto of_b = looks_of_text(b);
    return of_a[0] == of_b[0] || of_a[1] == of_b[1];
}

TEST(LookOfText, CaseBlanksAndFormsOfUnicodeDoNotTell) {
    EXPECT_TRUE(look_alike("HIV", " hiv "));
    EXPECT_TRUE(look_alike("caf\u00E9", "cafe\u0301"));
    EXPECT_TRUE(look_alike("\uFF28\uFF29\uFF36", "hiv"));
    EXPECT_FALSE(look_alike("caf\u00E9", "cafe"));
    EXPECT_FALSE(look_alike("flu", "cold"));
}

TEST(LookOfText, LettersOfAnotherScriptThatLookAlikeDoNotTell) {
    EXPECT_TRUE(look_alike("A", "\u0410")) << "Cyrillic";
    EXPECT_TRUE(look_alike("a", "\u0430"));
    EXPECT_TRUE(look_alike("Asthma", "\u0410sthma"));
    EXPECT_TRUE(look_alike("HIV", "\u0397\u0399V")) << "Greek capitals";
    EXPECT_TRUE(look_alike("stage 0", "stage O"));
    EXPECT_FALSE(look_alike("\u0416", "\u0428"));
    EXPECT_FALSE(look_alike("\u0436", "x"));
}

TEST(LookOfText, MarksBetweenLettersDoNotTell) {
    EXPECT_TRUE(look_alike("HIV", "H.I.V."));
    EXPECT_TRUE(look_alike("10 mg", "10mg"));
    EXPECT_TRUE(look_alike("Crohn's", "Crohns"));
    EXPECT_TRUE(look_alike("Crohn\u2019s", "Crohn's"));
    EXPECT_TRUE(look_alike("x-ray", "x\u2013ray"));
    EXPECT_TRUE(look_alike("x-ray", "X ray"));
    EXPECT_TRUE(look_alike("type 2", "type-2"));
    EXPECT_TRUE(look_alike("flu (mild)", "flu, mild"));
}

TEST(LookOfText, WhatMayTellValuesApartStays) {
    EXPECT_FALSE(look_alike("HIV+", "HIV-"));
    EXPECT_FALSE(look_alike("HIV-", "HIV"));
    EXPECT_FALSE(look_alike("HIV?", "HIV"));
    EXPECT_FALSE(look_alike("1.5 mg", "15 mg"));
    EXPECT_FALSE(look_alike("0,5 mg", "05 mg"));
    EXPECT_FALSE(look_alike("10,5 mg", "105 mg"));
    EXPECT_FALSE(look_alike("1-2", "12"));
    EXPECT_FALSE(look_alike("-5 C", "5 C"));
    EXPECT_FALSE(look_alike("<5", ">5"));
    EXPECT_FALSE(look_alike("1/2", "12"));
    EXPECT_FALSE(look_alike("E11.9", "E119"));
    EXPECT_FALSE(look_alike("10:30", "1030"));
    EXPECT_FALSE(look_alike("1 2", "12"));
}

TEST(LookOfText, GroupsOfThreeDigitsAreOneNumber) {
    EXPECT_EQ(bare_text("1,000"), "1000");
    EXPECT_EQ(bare_text("1 234 567"), "1234567");
    EXPECT_EQ(bare_text("12'500"), "12500");
    EXPECT_EQ(bare_text("1,0000"), "1,0000");
    EXPECT_EQ(bare_text("1234,567"), "1234,567");
    EXPECT_EQ(bare_text("0.1,000"), "0.1,000");
    EXPECT_TRUE(look_alike("1,000 cells", "1000 cells"));
}

TEST(LookOfText, MarksAloneAreWhatTheyAre) {
    EXPECT_EQ(bare_text("--"), "--");
    EXPECT_EQ(bare_text("..."), "...");
    EXPECT_FALSE(look_alike("...", "!!"));
    EXPECT_EQ(bare_text(""), "");
}

TEST(LookOfText, BytesThatAreNoUtf8AreTakenAsTheyAre) {
    EXPECT_FALSE(look_alike("a\xFF", "a\xFE"));
    EXPECT_TRUE(look_alike("a\xFF", "A\xFF"));
}

}  // namespace
}  // namespace kanon
