// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/at_most_one.hpp"

#include "kanon/parties/crypto/vector_pedersen.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace kanon::crypto {
namespace {

/// Commitments to single values.
struct Committed {
    std::vector<Commitment> commitments;
    std::vector<Scalar> blindings;
};

Committed committed_to(const std::vector<std::uint64_t>& values) {
    const VectorPedersen pedersen(1);
    Committed out;
    for (const std::uint64_t value : values) {
        VectorOpening opening;
        opening.values.push_back(Scalar::of(value));
        opening.blinding = Scalar::random();
        out.commitments.push_back(pedersen.commit(opening));
        out.blindings.push_back(opening.blinding.copy());
    }
    return out;
}

bool holds(const std::vector<std::uint64_t>& values, std::size_t place) {
    const Committed made = committed_to(values);
    return holds_at_most_one(made.commitments,
                             prove_at_most_one(made.commitments, made.blindings, place, "test"),
                             "test");
}

TEST(AtMostOne, HoldsWhereverTheOneIsAndWhereThereIsNone) {
    for (std::size_t place = 0; place < 4; ++place) {
        std::vector<std::uint64_t> values(4, 0);
        EXPECT_TRUE(holds(values, place));
        values[place] = 77;
        EXPECT_TRUE(holds(values, place));
        EXPECT_FALSE(holds(values, (place + 1) % 4));
    }
    EXPECT_TRUE(holds({5}, 0));
}

TEST(AtMostOne, TwoAreFoundOut) {
    for (std::size_t place = 0; place < 3; ++place) {
        EXPECT_FALSE(holds({1, 1, 0}, place));
    }
}

TEST(AtMostOne, ProvesNothingElsewhereOrChanged) {
    const Committed made = committed_to({0, 9, 0});
    const auto proof = prove_at_most_one(made.commitments, made.blindings, 1, "test");
    EXPECT_EQ(proof.size(), at_most_one_size(3));
    EXPECT_FALSE(holds_at_most_one(made.commitments, proof, "elsewhere"));
    EXPECT_FALSE(holds_at_most_one(committed_to({0, 9, 0}).commitments, proof, "test"));
    for (std::size_t i = 0; i < proof.size(); i += 7) {
        auto changed = proof;
        changed[i] ^= 1;
        EXPECT_FALSE(holds_at_most_one(made.commitments, changed, "test")) << i;
    }
    auto shorter = proof;
    shorter.pop_back();
    EXPECT_FALSE(holds_at_most_one(made.commitments, shorter, "test"));
}

}  // namespace
}  // namespace kanon::crypto
