// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace kanon::crypto {

/// The bytes of two scalars: what an opening or a share hands out.
[[nodiscard]] inline std::array<std::uint8_t, 64> disclose_pair(const Scalar& first,
                                                                const Scalar& second) {
    std::array<std::uint8_t, 64> bytes{};
    std::copy(RawBytes::of(first).begin(), RawBytes::of(first).end(), bytes.begin());
    std::copy(RawBytes::of(second).begin(), RawBytes::of(second).end(), bytes.begin() + 32);
    return bytes;
}

/// \throws Error{bad_input} unless these are the bytes of two scalars
[[nodiscard]] inline std::pair<Scalar, Scalar> decode_pair(std::span<const std::uint8_t> bytes) {
    if (bytes.size() != 64) {
        throw Error(ErrorCode::bad_input,
                    "a party sent a pair of scalars that does not have 64 bytes");
    }
    return {Scalar::decode(bytes.first(32)), Scalar::decode(bytes.last(32))};
}

}  // namespace kanon::crypto
