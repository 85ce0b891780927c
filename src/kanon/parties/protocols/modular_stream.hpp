// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/common_streams.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kanon::parties {

/// Numbers modulo a prime that fit a byte: more than any sum of bits of all sites.
inline constexpr std::uint32_t kModulus = 251;

[[nodiscard]] constexpr std::uint8_t modulo(std::uint32_t number) {
    return static_cast<std::uint8_t>(number % kModulus);
}

/// Random numbers that this party and another have in common.
class ModularStream {
public:
    explicit ModularStream(crypto::CommonStream stream) : stream_(std::move(stream)) {}

    /// Uniform in 0..250.
    void numbers(std::span<std::uint8_t> out) { draw(out, kModulus, 0); }

    /// Uniform in 1..250.
    void factors(std::span<std::uint8_t> out) { draw(out, kModulus - 1, 1); }

    /// Uniform 64 bits each.
    void words(std::span<std::uint64_t> out);

private:
    void draw(std::span<std::uint8_t> out, std::uint32_t bound, std::uint8_t added);

    crypto::CommonStream stream_;
    std::vector<std::uint8_t> drawn_;
};

}  // namespace kanon::parties
