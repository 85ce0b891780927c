// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kanon::parties {

/// Eight bits (0 or 1) a byte, the first of them lowest.
[[nodiscard]] Bytes pack_bits(std::span<const std::uint8_t> bits);

/// \throws Error{bad_input}, naming the sender, unless these are `count` bits, and 0 behind them
[[nodiscard]] std::vector<std::uint8_t> unpack_bits(ByteView bytes,
                                                    std::size_t count,
                                                    const std::string& sender);

/// Bytes that numbers of so many bits take.
[[nodiscard]] std::size_t bytes_of_words(std::span<const std::uint8_t> bits);

/// The lowest bits[i] bits of each word, rounded up to bytes, least byte first.
[[nodiscard]] Bytes pack_words(std::span<const std::uint64_t> words,
                               std::span<const std::uint8_t> bits);

/// Add what pack_words() packed to words, modulo 2^64.
/// \throws Error{bad_input}, naming the sender, for more or fewer bytes
void add_words(ByteView bytes,
               std::span<const std::uint8_t> bits,
               const std::string& sender,
               std::span<std::uint64_t> words);

}  // namespace kanon::parties
