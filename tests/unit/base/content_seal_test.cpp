// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/secrets/content_seal.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon {
namespace {

TEST(ContentSeal, OpensForTheSameContentAlone) {
    for (const std::string& text :
         {std::string(), std::string("a"), std::string("\0\xFF\n", 3), std::string(100'000, 'x')}) {
        const std::string sealed = seal_for("the table", text);
        EXPECT_EQ(open_sealed("the table", sealed), text);
        EXPECT_FALSE(open_sealed("the tablf", sealed));
        EXPECT_FALSE(open_sealed("", sealed));
    }
}

TEST(ContentSeal, IsTheSameEachTimeAndDiffersByTextAndContent) {
    EXPECT_EQ(seal_for("one", "text"), seal_for("one", "text"));
    EXPECT_NE(seal_for("one", "text"), seal_for("two", "text"));
    EXPECT_NE(seal_for("one", "text").substr(0, 16), seal_for("one", "texu").substr(0, 16))
        << "a nonce is never used for two texts";
}

TEST(ContentSeal, WhatWasChangedDoesNotOpen) {
    const std::string sealed = seal_for("one", "a text of some length");
    for (std::size_t i = 0; i < sealed.size(); i += 7) {
        std::string changed = sealed;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(open_sealed("one", changed)) << i;
    }
    for (const char* garbage : {"", "A", "AAAA", "====", "not base 64", "\xFF\xFF\xFF\xFF"}) {
        EXPECT_FALSE(open_sealed("one", garbage)) << garbage;
    }
    EXPECT_FALSE(open_sealed("one", sealed.substr(0, sealed.size() - 4)));
}

}  // namespace
}  // namespace kanon
