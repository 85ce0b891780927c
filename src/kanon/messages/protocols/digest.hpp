// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/bytes.hpp"

#include <array>
#include <cstdint>

namespace kanon::messages {

/// SHA-256 of what is public.
using Digest = std::array<std::uint8_t, 32>;

[[nodiscard]] Digest digest_of(parties::ByteView bytes);

}  // namespace kanon::messages
