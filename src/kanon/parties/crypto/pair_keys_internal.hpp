// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/pairwise_masks.hpp"

#include <sodium.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace kanon::crypto {

/// \throws Error{bad_input} for fewer than two keys, equal ones, the identity, or another key than
/// `key` at `own`
void check_pair_keys(const Point& key, std::size_t own, std::span<const Point> public_keys);

/// The secret of the parties at `own` and `peer`, the same for both: SHA-512 of the Diffie-Hellman
/// point, which is wiped, both public keys, both places and the run.
[[nodiscard]] SecretBytes<32> key_of_pair(Point shared,
                                          std::size_t own,
                                          std::size_t peer,
                                          std::span<const Point> public_keys,
                                          std::string_view run);

using StreamNonce = std::array<std::uint8_t, crypto_stream_chacha20_NONCEBYTES>;

/// Least byte first, whatever the machine.
[[nodiscard]] StreamNonce nonce_of(std::uint64_t round);

/// Bytes of a ChaCha20 stream from block `block` on (64 bytes each), in place of what `out` has.
void stream_bytes(std::span<std::uint8_t> out,
                  const StreamNonce& nonce,
                  std::uint64_t block,
                  const SecretBytes<32>& key);

}  // namespace kanon::crypto
