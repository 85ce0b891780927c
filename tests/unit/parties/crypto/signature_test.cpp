// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/signature.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace kanon::crypto {
namespace {

constexpr std::array<std::string_view, 2> kSigned{"round 1", "a list"};

TEST(Signature, HoldsForItsKeyDomainAndParts) {
    const SigningKey key = SigningKey::random();
    const Signature signature = key.sign("test", kSigned);
    EXPECT_TRUE(verifies(key.public_key(), "test", kSigned, signature));
    EXPECT_FALSE(verifies(SigningKey::random().public_key(), "test", kSigned, signature));
    EXPECT_FALSE(verifies(key.public_key(), "another", kSigned, signature));
    constexpr std::array<std::string_view, 2> kOther{"round 2", "a list"};
    EXPECT_FALSE(verifies(key.public_key(), "test", kOther, signature));
}

TEST(Signature, ChangedInAnyByteDoesNotHold) {
    const SigningKey key = SigningKey::random();
    const Signature signature = key.sign("test", kSigned);
    for (std::size_t i = 0; i < signature.size(); ++i) {
        Signature changed = signature;
        changed[i] ^= 1;
        EXPECT_FALSE(verifies(key.public_key(), "test", kSigned, changed)) << i;
    }
    EXPECT_FALSE(verifies(key.public_key(), "test", kSigned, Signature{}));
}

}  // namespace
}  // namespace kanon::crypto
