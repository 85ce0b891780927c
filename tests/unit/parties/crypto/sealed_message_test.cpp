// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/sealed_message.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon::crypto {
namespace {

TEST(SealedMessage, OpensForItsReceiverAlone) {
    const ReceivingKey key = ReceivingKey::random();
    const std::string sealed = seal_for(key.public_key(), "a text", "here");
    EXPECT_EQ(sealed.size(), 6 + kSealedForSize);
    EXPECT_EQ(key.open(sealed, "here"), "a text");
    EXPECT_THROW((void)key.open(sealed, "there"), Error);
    EXPECT_THROW((void)ReceivingKey::random().open(sealed, "here"), Error);
    EXPECT_NE(sealed, seal_for(key.public_key(), "a text", "here"));
}

TEST(SealedMessage, ChangedInAnyByteDoesNotOpen) {
    const ReceivingKey key = ReceivingKey::random();
    const std::string sealed = seal_for(key.public_key(), "a text");
    for (std::size_t i = 0; i < sealed.size(); ++i) {
        std::string changed = sealed;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        EXPECT_THROW((void)key.open(changed), Error) << i;
        EXPECT_THROW((void)key.open(sealed.substr(0, i)), Error) << i;
    }
}

}  // namespace
}  // namespace kanon::crypto
