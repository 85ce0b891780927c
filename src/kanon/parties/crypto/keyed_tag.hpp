// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace kanon::crypto {

/// A message authentication code of 32 bytes.
using KeyedTag = std::array<std::uint8_t, 32>;

/// The tag of these parts under a secret point: looks random to whoever does not know the point, so
/// that tags under one secret cannot be told from tags under several. The first half of SHA-512 as
/// hash_parts() has it; what is cut off keeps others from lengthening the parts.
/// \pre the point cannot be guessed
[[nodiscard]] KeyedTag keyed_tag(std::string_view domain,
                                 const Point& secret,
                                 std::span<const std::string_view> parts);

}  // namespace kanon::crypto
