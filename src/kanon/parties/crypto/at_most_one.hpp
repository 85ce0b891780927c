// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/pedersen.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kanon::crypto {

/// Bytes of a proof for so many commitments: a challenge and an answer for each.
[[nodiscard]] constexpr std::size_t at_most_one_size(std::size_t commitments) {
    return 64 * commitments;
}

/// Prove that of these commitments (VectorPedersen) all but at most one are to zeros, and show
/// neither which one is not, nor whether there is one.
///
/// One of several statements is proven as in Cramer, Damgard, Schoenmakers: Proofs of partial
/// knowledge, CRYPTO 1994: for some place p the sum of z_u C_u over all other places u is a
/// multiple of H. The weights z_u are hashed from the commitments, so a sum that has a value other
/// than zero in it is such a multiple with a chance of 2^-252. Made non-interactive by SHA-512
/// (Fiat, Shamir, CRYPTO 1986); `context` is hashed too, so that it proves nothing elsewhere. 3 n
/// multiplications. \pre n >= 1 commitments with as many blindings; those at other places than
/// `place` are to zeros (else the proof does not hold)
[[nodiscard]] std::vector<std::uint8_t> prove_at_most_one(std::span<const Commitment> commitments,
                                                          std::span<const Scalar> blindings,
                                                          std::size_t place,
                                                          std::string_view context);

/// Does the proof hold? 3 n multiplications; false for bytes that are no proof.
[[nodiscard]] bool holds_at_most_one(std::span<const Commitment> commitments,
                                     std::span<const std::uint8_t> proof,
                                     std::string_view context);

}  // namespace kanon::crypto
