// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace kanon::crypto {

/// A point, then a scalar.
using Signature = std::array<std::uint8_t, 64>;

/// A secret key to sign with. Schnorr: Efficient signature generation by smart cards, J. Cryptology
/// 1991; here on ristretto255, the public key within the hash. Not copied; a key that was moved
/// from signs nothing (KANON_CHECK).
class SigningKey {
public:
    [[nodiscard]] static SigningKey random();

    [[nodiscard]] const Point& public_key() const { return public_key_; }

    /// Sign a tuple within a domain. Two signatures of the same are different. One multiplication.
    [[nodiscard]] Signature sign(std::string_view domain,
                                 std::span<const std::string_view> parts) const;

private:
    explicit SigningKey(Scalar key);

    Scalar key_;
    Point public_key_;
};

/// Did the holder of this key sign these parts within this domain? Two multiplications; false for
/// bytes that are no signature.
[[nodiscard]] bool verifies(const Point& public_key,
                            std::string_view domain,
                            std::span<const std::string_view> parts,
                            const Signature& signature);

}  // namespace kanon::crypto
