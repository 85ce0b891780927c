// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/pedersen.hpp"

#include "kanon/base/error.hpp"

#include "unit/parties/crypto/hex.hpp"
#include <gtest/gtest.h>

namespace kanon::crypto {
namespace {

/// As in group_test.cpp: made by a program of its own.
TEST(Pedersen, SecondGeneratorIsTheOneOfItsText) {
    EXPECT_EQ(hex_of(pedersen_generator().encode()),
              "76767c24af5c7c015516183126a9232fec4d1869e4b02aa3d2a9a4bce67f457b");
}

TEST(Pedersen, IsValueAndBlindingTimesTheGenerators) {
    const Opening opening{.value = Scalar::of(3), .blinding = Scalar::of(5)};
    EXPECT_EQ(commit(opening).point,
              base_multiply(Scalar::of(3)) + multiply(Scalar::of(5), pedersen_generator()));
}

TEST(Pedersen, OpensAsWhatItWasMadeOfAlone) {
    const Opening opening = blind(Scalar::of(12));
    const Commitment commitment = commit(opening);
    EXPECT_TRUE(commitment.opens(opening));
    const Opening other_value{.value = Scalar::of(13), .blinding = opening.blinding.copy()};
    const Opening other_blinding{.value = Scalar::of(12), .blinding = Scalar::random()};
    EXPECT_FALSE(commitment.opens(other_value));
    EXPECT_FALSE(commitment.opens(other_blinding));
}

TEST(Pedersen, EqualValuesLookDifferent) {
    EXPECT_NE(commit(blind(Scalar::of(12))), commit(blind(Scalar::of(12))));
    EXPECT_NE(commit(blind(Scalar::of(12))).point, base_multiply(Scalar::of(12)));
}

TEST(Pedersen, SumsOpenAsSums) {
    const Opening first = blind(Scalar::of(20));
    const Opening second = blind(Scalar::of(22));
    const Commitment sum = commit(first) + commit(second);
    const Opening both = first + second;
    EXPECT_TRUE(both.value == Scalar::of(42));
    EXPECT_TRUE(sum.opens(both));
    EXPECT_FALSE(sum.opens(first));
}

TEST(Pedersen, OpeningsAreReadBack) {
    const Opening opening = blind(Scalar::of(12));
    auto bytes = opening.disclose();
    EXPECT_TRUE(commit(opening).opens(Opening::decode(bytes)));
    EXPECT_THROW((void)Opening::decode(std::span(bytes).first(32)), Error);
    bytes[31] = 255;
    EXPECT_THROW((void)Opening::decode(bytes), Error);
}

}  // namespace
}  // namespace kanon::crypto
