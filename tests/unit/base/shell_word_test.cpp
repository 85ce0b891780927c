// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/shell_word.hpp"

#include <gtest/gtest.h>

namespace kanon {
namespace {

TEST(ShellWord, QuotesWhatAShellWouldTakeApart) {
    EXPECT_EQ(shell_word("age"), "age");
    EXPECT_EQ(shell_word("--qi=age,zip"), "--qi=age,zip");
    EXPECT_EQ(shell_word(""), "''");
    EXPECT_EQ(shell_word("marital status"), "'marital status'");
    EXPECT_EQ(shell_word("it's $1"), "'it'\\''s $1'");
}

TEST(ShellWord, MarksCommasOfAnItemInAList) {
    EXPECT_EQ(shell_list_item("age"), "age");
    EXPECT_EQ(shell_list_item("height, cm"), "'height\\, cm'");
    EXPECT_EQ(shell_list_item("a\\b"), "'a\\b'");
    EXPECT_EQ(shell_list_item("a\\,b"), "'a\\\\\\,b'");
}

}  // namespace
}  // namespace kanon
