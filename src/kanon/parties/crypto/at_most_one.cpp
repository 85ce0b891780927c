// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/at_most_one.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"
#include "kanon/parties/crypto/scalar_pair_internal.hpp"

#include <string>
#include <utility>

namespace kanon::crypto {
namespace {

/// For each place: is the sum of all other commitments, weighted, a multiple of H?
struct Statements {
    SecretBytes<64> digest;  ///< of context and commitments, for further hashes; not secret
    std::vector<Scalar> weights;
    std::vector<Point> sums;  ///< without the place itself

    [[nodiscard]] std::string_view hashed() const { return text_of(RawBytes::of(digest)); }
};

Statements statements_of(std::span<const Commitment> commitments, std::string_view context) {
    std::vector<std::string_view> parts{context};
    for (const Commitment& commitment : commitments) {
        parts.push_back(text_of(commitment.point.encode()));
    }
    Statements out{.digest = hash_parts("at-most-one", parts), .weights = {}, .sums = {}};
    Point all;
    for (std::size_t i = 0; i < commitments.size(); ++i) {
        const std::string number = std::to_string(i);
        const std::array<std::string_view, 2> of{out.hashed(), number};
        out.weights.push_back(hash_to_scalar("at-most-one-weight", of));
        out.sums.push_back(multiply(out.weights.back(), commitments[i].point));
        all = all + out.sums.back();
    }
    for (Point& sum : out.sums) {
        sum = all - sum;
    }
    return out;
}

Scalar whole_challenge(const Statements& statements, std::span<const Point> nonces) {
    std::vector<std::string_view> parts{statements.hashed()};
    for (const Point& nonce : nonces) {
        parts.push_back(text_of(nonce.encode()));
    }
    return hash_to_scalar("at-most-one-challenge", parts);
}

/// What the nonce must have been for this challenge and answer.
Point nonce_of_answer(const Scalar& challenge, const Scalar& answer, const Point& sum) {
    return multiply(answer, pedersen_generator()) - multiply(challenge, sum);
}

}  // namespace

std::vector<std::uint8_t> prove_at_most_one(std::span<const Commitment> commitments,
                                            std::span<const Scalar> blindings,
                                            std::size_t place,
                                            std::string_view context) {
    const std::size_t n = commitments.size();
    KANON_CHECK(place < n && blindings.size() == n);
    const Statements statements = statements_of(commitments, context);
    std::vector<Scalar> challenges;
    std::vector<Scalar> answers;
    std::vector<Point> nonces;
    Scalar others;  // the sum of their challenges
    Scalar known;   // the logarithm of the sum at `place`
    for (std::size_t i = 0; i < n; ++i) {
        challenges.push_back(Scalar::random());
        answers.push_back(Scalar::random());
        nonces.push_back(nonce_of_answer(challenges[i], answers[i], statements.sums[i]));
        if (i != place) {
            others = others + challenges[i];
            known = known + statements.weights[i] * blindings[i];
        }
    }
    const Scalar random = Scalar::random();
    nonces[place] = multiply(random, pedersen_generator());
    challenges[place] = whole_challenge(statements, nonces) - others;
    answers[place] = random + challenges[place] * known;
    std::vector<std::uint8_t> proof;
    for (std::size_t i = 0; i < n; ++i) {
        const auto pair = disclose_pair(challenges[i], answers[i]);
        proof.insert(proof.end(), pair.begin(), pair.end());
    }
    return proof;
}

bool holds_at_most_one(std::span<const Commitment> commitments,
                       std::span<const std::uint8_t> proof,
                       std::string_view context) {
    if (proof.size() != at_most_one_size(commitments.size())) {
        return false;
    }
    const Statements statements = statements_of(commitments, context);
    std::vector<Point> nonces;
    Scalar sum;
    try {
        for (std::size_t i = 0; i < commitments.size(); ++i) {
            const auto [challenge, answer] =
                decode_pair(proof.subspan(at_most_one_size(i), at_most_one_size(1)));
            nonces.push_back(nonce_of_answer(challenge, answer, statements.sums[i]));
            sum = sum + challenge;
        }
    } catch (const Error&) {
        return false;
    }
    return sum == whole_challenge(statements, nonces);
}

}  // namespace kanon::crypto
