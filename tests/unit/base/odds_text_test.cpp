// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/odds_text.hpp"

#include <gtest/gtest.h>

namespace kanon {
namespace {

TEST(OddsText, SaysARiskInPercentAndAsOneInSoMany) {
    EXPECT_EQ(odds_text(0), "0 %");
    EXPECT_EQ(odds_text(0.1), "10 % (1 in 10)");
    EXPECT_EQ(odds_text(0.43), "43 % (1 in 2.3)");
    EXPECT_EQ(odds_text(1.0 / 3), "33.3 % (1 in 3)");
    EXPECT_EQ(odds_text(1.0 / 11), "9.1 % (1 in 11)");
    EXPECT_EQ(odds_text(1.0 / 1234), "0.1 % (1 in 1,234)");
    EXPECT_EQ(odds_text(0.0001), "< 0.1 % (1 in 10,000)");
}

TEST(OddsText, IsCertainAtOneAlone) {
    EXPECT_EQ(odds_text(0.998), "99.8 %") << "not 1 in 1";
    EXPECT_EQ(odds_text(0.99999), "100 %");
    EXPECT_EQ(odds_text(1), "100 % (certain)");
}

}  // namespace
}  // namespace kanon
