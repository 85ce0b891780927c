// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/secret_bytes.hpp"

#include "kanon/base/check.hpp"

#include <sodium.h>

namespace kanon::crypto {

void start_sodium() {
    static const int started = sodium_init();
    KANON_CHECK(started >= 0);
}

void wipe(std::span<std::uint8_t> bytes) noexcept {
    sodium_memzero(bytes.data(), bytes.size());
}

bool equal_in_constant_time(std::span<const std::uint8_t> left,
                            std::span<const std::uint8_t> right) {
    KANON_CHECK(left.size() == right.size());
    return sodium_memcmp(left.data(), right.data(), left.size()) == 0;
}

void fill_randomly(std::span<std::uint8_t> bytes) {
    start_sodium();
    randombytes_buf(bytes.data(), bytes.size());
}

}  // namespace kanon::crypto
