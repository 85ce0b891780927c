// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/secret_bytes.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace kanon::crypto {

/// SHA-512 of a purpose and of parts, none of which can be taken for another: the hash reads
///
///     "kanon-parties-1", then for each of purpose and parts: its length (8 bytes, least first), it
///
/// so the parts ("ab", "c") and ("a", "bc") differ, and so do one part and two. Wiped as a secret,
/// for some parts are.
[[nodiscard]] SecretBytes<64> hash_parts(std::string_view purpose,
                                         std::span<const std::string_view> parts);

/// Bytes as the text that hash_parts() takes. Does not own them.
[[nodiscard]] std::string_view text_of(std::span<const std::uint8_t> bytes);

}  // namespace kanon::crypto
