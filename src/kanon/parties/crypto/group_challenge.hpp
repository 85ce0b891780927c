// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"
#include "kanon/parties/crypto/secret_bytes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kanon::crypto {

/// A secret of 32 bytes, sealed for each of several keys at once: a point R = r G, and for each key
/// the secret under a pad hashed from r times the key. r is hashed from the secret itself.
struct GroupChallenge {
    Point point;
    std::vector<std::array<std::uint8_t, 32>> masked;  ///< by key
};

/// Seal a secret for these keys. ElGamal for several receivers with one random number (Kurosawa,
/// PKC 2002), which is derived from the secret as in Fujisaki, Okamoto, PKC 1999: so who opens it
/// can see that all others would have found the same secret. n + 1 multiplications.
/// \pre n >= 1 keys, none the identity; the secret is random
[[nodiscard]] GroupChallenge challenge_group(std::span<const Point> keys,
                                             const SecretBytes<32>& secret);

/// A static key that answers such challenges. Not copied; a key that was moved from opens nothing
/// (KANON_CHECK).
class ChallengeKey {
public:
    [[nodiscard]] static ChallengeKey random();

    [[nodiscard]] const Point& public_key() const { return public_key_; }

    /// The secret sealed for `keys`, of which this one is that at `place`. Nothing unless it is
    /// sealed well, and the same for every key: otherwise an answer would show whose key opened it.
    /// n + 2 multiplications. \pre as many masked secrets as keys; place below n
    [[nodiscard]] std::optional<SecretBytes<32>> open(const GroupChallenge& challenge,
                                                      std::span<const Point> keys,
                                                      std::size_t place) const;

private:
    explicit ChallengeKey(Scalar key);

    Scalar key_;
    Point public_key_;
};

/// Two secrets in one: the key that both sides of a handshake have who know both.
[[nodiscard]] SecretBytes<32> join_secrets(std::string_view domain,
                                           const SecretBytes<32>& first,
                                           const SecretBytes<32>& second,
                                           std::string_view context);

/// A tag of 32 bytes under a secret; as keyed_tag().
[[nodiscard]] std::array<std::uint8_t, 32> tag_of_secret(std::string_view domain,
                                                         const SecretBytes<32>& secret,
                                                         std::string_view text);

}  // namespace kanon::crypto
