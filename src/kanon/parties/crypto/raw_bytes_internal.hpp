// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"
#include "kanon/parties/crypto/secret_bytes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace kanon::crypto {

/// The bytes of secrets, and points from bytes that libsodium made: for the sources of this folder
/// alone, which tools/check_layers.py keeps.
struct RawBytes {
    template <std::size_t size>
    [[nodiscard]] static std::array<std::uint8_t, size>& of(SecretBytes<size>& secret) {
        return secret.bytes_;
    }

    template <std::size_t size>
    [[nodiscard]] static const std::array<std::uint8_t, size>& of(const SecretBytes<size>& secret) {
        return secret.bytes_;
    }

    [[nodiscard]] static std::array<std::uint8_t, 32>& of(Scalar& scalar) {
        return scalar.bytes_.bytes_;
    }

    [[nodiscard]] static const std::array<std::uint8_t, 32>& of(const Scalar& scalar) {
        return scalar.bytes_.bytes_;
    }

    [[nodiscard]] static std::array<std::uint8_t, 32>& of(Point& point) { return point.bytes_; }

    [[nodiscard]] static const std::array<std::uint8_t, 32>& of(const Point& point) {
        return point.bytes_;
    }
};

}  // namespace kanon::crypto
