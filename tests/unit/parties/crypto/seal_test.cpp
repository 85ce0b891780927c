// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/seal.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace kanon::crypto {
namespace {

TEST(Seal, OpensAsWhatWasSealed) {
    const SealKey key = SealKey::random();
    for (const std::string& text : {std::string(), std::string("13053"), std::string(5000, '\0')}) {
        const std::string sealed = seal(key, text, "context");
        EXPECT_EQ(sealed.size(), text.size() + kSealSize);
        EXPECT_EQ(open(key, sealed, "context"), text);
    }
}

TEST(Seal, IsAnotherEachTimeAndHidesTheText) {
    const SealKey key = SealKey::random();
    EXPECT_NE(seal(key, "a long enough text"), seal(key, "a long enough text"));
    EXPECT_EQ(seal(key, "a long enough text").find("text"), std::string::npos);
}

TEST(Seal, RefusesEveryChange) {
    const SealKey key = SealKey::random();
    const std::string sealed = seal(key, "13053", "context");
    for (std::size_t i = 0; i < sealed.size(); ++i) {
        std::string changed = sealed;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        EXPECT_THROW((void)open(key, changed, "context"), Error) << i;
        EXPECT_THROW((void)open(key, sealed.substr(0, i), "context"), Error) << i;
    }
    EXPECT_THROW((void)open(key, sealed + '\0', "context"), Error);
    EXPECT_THROW((void)open(key, sealed, "contexT"), Error);
    EXPECT_THROW((void)open(key, sealed), Error);
    EXPECT_THROW((void)open(SealKey::random(), sealed, "context"), Error);
}

TEST(Seal, KeysFollowFromTheirSecretKindAndDomain) {
    const Scalar scalar = Scalar::random();
    const Point point = base_multiply(scalar);
    auto bytes = point.encode();
    const auto secret = SecretBytes<32>::take(bytes);
    const std::string sealed = seal(SealKey::of_point("row", point), "x");
    EXPECT_EQ(open(SealKey::of_point("row", point), sealed), "x");
    EXPECT_THROW((void)open(SealKey::of_point("raw", point), sealed), Error);
    EXPECT_THROW((void)open(SealKey::of_point("row", point + point), sealed), Error);
    EXPECT_THROW((void)open(SealKey::of_bytes("row", secret), sealed), Error);
    EXPECT_EQ(open(SealKey::of_bytes("row", secret), seal(SealKey::of_bytes("row", secret), "y")),
              "y");
    EXPECT_EQ(open(SealKey::of_scalar("row", scalar), seal(SealKey::of_scalar("row", scalar), "z")),
              "z");
}

TEST(Seal, KeyThatWasMovedFromSealsAndOpensNothing) {
    SealKey key = SealKey::random();
    const std::string sealed = seal(key, "x");
    const SealKey kept = std::move(key);
    // NOLINTBEGIN(bugprone-use-after-move, clang-analyzer-cplusplus.Move): what is tried
    EXPECT_DEATH((void)seal(key, "x"), "key_");
    EXPECT_DEATH((void)open(key, sealed), "key_");
    // NOLINTEND(bugprone-use-after-move, clang-analyzer-cplusplus.Move)
    EXPECT_EQ(open(kept, sealed), "x");
}

}  // namespace
}  // namespace kanon::crypto
