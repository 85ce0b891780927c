// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"
#include "kanon/parties/crypto/secret_bytes.hpp"

#include <string>
#include <string_view>

namespace kanon::crypto {

/// A key for seal(), drawn or derived from a secret by SHA-512. Other domains, and secrets of
/// another kind, give unrelated keys.
class SealKey {
public:
    [[nodiscard]] static SealKey random();

    /// \pre the point cannot be guessed
    [[nodiscard]] static SealKey of_point(std::string_view domain, const Point& secret);

    [[nodiscard]] static SealKey of_scalar(std::string_view domain, const Scalar& secret);

    [[nodiscard]] static SealKey of_bytes(std::string_view domain, const SecretBytes<32>& secret);

private:
    friend std::string seal(const SealKey&, std::string_view, std::string_view);
    friend std::string open(const SealKey&, std::string_view, std::string_view);

    explicit SealKey(SecretBytes<32> key) : key_(std::move(key)) {}

    SecretBytes<32> key_;
};

/// Bytes that a seal adds: the nonce before, the tag behind.
inline constexpr std::size_t kSealSize = 24 + 16;

/// Encrypt and authenticate: XChaCha20-Poly1305 under a random nonce of 192 bits, so one key may
/// seal as often as one likes. `context` is authenticated and not in the result: what is sealed for
/// one place does not open at another. The length of the text shows. O(size).
[[nodiscard]] std::string seal(const SealKey& key,
                               std::string_view plain,
                               std::string_view context = {});

/// What was sealed. \throws Error{bad_input} if a byte of it, the key or the context is another
[[nodiscard]] std::string open(const SealKey& key,
                               std::string_view sealed,
                               std::string_view context = {});

}  // namespace kanon::crypto
