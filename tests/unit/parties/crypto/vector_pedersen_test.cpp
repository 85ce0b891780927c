// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/vector_pedersen.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace kanon::crypto {
namespace {

VectorOpening opening_of(std::uint64_t first, std::uint64_t second) {
    VectorOpening out;
    out.values.push_back(Scalar::of(first));
    out.values.push_back(Scalar::of(second));
    out.blinding = Scalar::random();
    return out;
}

TEST(VectorPedersen, OpensAsTheValuesInTheirOrder) {
    const VectorPedersen pedersen(2);
    const VectorOpening opening = opening_of(3, 5);
    const Commitment commitment = pedersen.commit(opening);
    EXPECT_TRUE(pedersen.opens(commitment, opening));
    VectorOpening turned = opening.copy();
    std::swap(turned.values[0], turned.values[1]);
    EXPECT_FALSE(pedersen.opens(commitment, turned));
}

TEST(VectorPedersen, SumsOpenAsSums) {
    const VectorPedersen pedersen(2);
    const VectorOpening first = opening_of(3, 5);
    const VectorOpening second = opening_of(4, 6);
    EXPECT_TRUE(pedersen.opens(pedersen.commit(first) + pedersen.commit(second), first + second));
    EXPECT_TRUE((first + second).values[1] == Scalar::of(11));
}

TEST(VectorPedersen, OfZerosIsAMultipleOfTheSecondGenerator) {
    const VectorOpening zeros = opening_of(0, 0);
    EXPECT_EQ(VectorPedersen(2).commit(zeros).point,
              multiply(zeros.blinding, pedersen_generator()));
}

TEST(VectorPedersen, OneThatDoesNotOpenIsFoundAmongAll) {
    const VectorPedersen pedersen(2);
    std::vector<VectorOpening> openings;
    std::vector<Commitment> commitments;
    for (std::uint64_t i = 0; i < 5; ++i) {
        openings.push_back(opening_of(i, 7));
        commitments.push_back(pedersen.commit(openings.back()));
    }
    EXPECT_TRUE(pedersen.opens_all(commitments, openings));
    for (std::size_t i = 0; i < 5; ++i) {
        const VectorOpening good = openings[i].copy();
        openings[i].values[1] = Scalar::of(8);
        EXPECT_FALSE(pedersen.opens_all(commitments, openings)) << i;
        openings[i] = good.copy();
        openings[i].blinding = Scalar::random();
        EXPECT_FALSE(pedersen.opens_all(commitments, openings)) << i;
        openings[i] = good.copy();
    }
    std::swap(commitments[0], commitments[1]);
    EXPECT_FALSE(pedersen.opens_all(commitments, openings));
}

TEST(VectorPedersen, OpeningsAreReadBack) {
    const VectorPedersen pedersen(2);
    const VectorOpening opening = opening_of(3, 5);
    const std::vector<std::uint8_t> bytes = opening.disclose();
    EXPECT_EQ(bytes.size(), 96U);
    EXPECT_TRUE(pedersen.opens(pedersen.commit(opening), VectorOpening::decode(bytes, 2)));
    EXPECT_THROW((void)VectorOpening::decode(bytes, 3), Error);
}

}  // namespace
}  // namespace kanon::crypto
