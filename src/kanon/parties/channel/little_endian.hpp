// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace kanon::parties {

/// Write a number at `to`, the lowest byte first.
template <std::unsigned_integral T>
void store_little_endian(std::uint8_t* to, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        to[i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8U * i));
    }
}

/// Read the number that store_little_endian() wrote.
template <std::unsigned_integral T>
[[nodiscard]] T load_little_endian(const std::uint8_t* from) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        value |= static_cast<std::uint64_t>(from[i]) << (8U * i);
    }
    return static_cast<T>(value);
}

}  // namespace kanon::parties
