// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/folded_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon {
namespace {

TEST(FoldedText, ForgetsCaseAndBlanks) {
    EXPECT_EQ(folded("  Heart\t  Attack \n"), "heart attack");
    EXPECT_EQ(folded("HIV"), folded("hiv "));
    EXPECT_NE(folded("heart attack"), folded("heartattack"));
    EXPECT_EQ(folded(" \t"), "");
    EXPECT_EQ(folded(""), "");
}

TEST(FoldedText, ForgetsHowUnicodeWritesACharacter) {
    EXPECT_EQ(folded("caf\u00E9"), folded("cafe\u0301")) << "composed and decomposed";
    EXPECT_EQ(folded("\uFF28\uFF29\uFF36"), "hiv") << "wide letters";
    EXPECT_EQ(folded("\uFB01t"), "fit") << "a ligature";
    EXPECT_EQ(folded("a\u00A0b"), "a b") << "a blank that does not break";
    EXPECT_EQ(folded("flu\u200B"), "flu") << "a blank of no width";
    EXPECT_EQ(folded("STRASSE"), folded("stra\u00DFe"));
    EXPECT_EQ(folded("\u0416"), folded("\u0436"));
    EXPECT_NE(folded("caf\u00E9"), folded("cafe"));
}

TEST(FoldedText, TakesWhatIsNotUtf8AsItIs) {
    EXPECT_EQ(folded("A\xFF"
                     "B"),
              "a\xFF"
              "b");
}

}  // namespace
}  // namespace kanon
