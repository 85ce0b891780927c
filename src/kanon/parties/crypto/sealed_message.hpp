// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"
#include "kanon/parties/crypto/seal.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace kanon::crypto {

/// Bytes that seal_for() adds: a fresh public key, and the seal.
inline constexpr std::size_t kSealedForSize = Point::kSize + kSealSize;

/// Seal a text for the holder of a key, without one's own: Diffie-Hellman with a fresh key, and
/// seal() under what both have in common (ElGamal as a key encapsulation, as in Abdalla, Bellare,
/// Rogaway: DHIES, CT-RSA 2001). Who does not hold the key sees neither the text nor for whom it
/// is. Two multiplications. \pre public_key is not the identity
[[nodiscard]] std::string seal_for(const Point& public_key,
                                   std::string_view plain,
                                   std::string_view context = {});

/// A secret key to open what was sealed for it. Not copied; a key that was moved from opens nothing
/// (KANON_CHECK).
class ReceivingKey {
public:
    [[nodiscard]] static ReceivingKey random();

    [[nodiscard]] const Point& public_key() const { return public_key_; }

    /// \throws Error{bad_input} if it was changed, or is for another key or context
    [[nodiscard]] std::string open(std::string_view sealed, std::string_view context = {}) const;

private:
    explicit ReceivingKey(Scalar key);

    Scalar key_;
    Point public_key_;
};

}  // namespace kanon::crypto
