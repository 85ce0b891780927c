// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/pedersen.hpp"

#include "kanon/parties/crypto/scalar_pair_internal.hpp"

#include <utility>

namespace kanon::crypto {

std::array<std::uint8_t, 64> Opening::disclose() const {
    return disclose_pair(value, blinding);
}

Opening Opening::decode(std::span<const std::uint8_t> bytes) {
    auto [value, blinding] = decode_pair(bytes);
    return {.value = std::move(value), .blinding = std::move(blinding)};
}

Opening operator+(const Opening& left, const Opening& right) {
    return {.value = left.value + right.value, .blinding = left.blinding + right.blinding};
}

bool Commitment::opens(const Opening& opening) const {
    return *this == commit(opening);
}

const Point& pedersen_generator() {
    static const Point generator = hash_to_group("pedersen", "second-generator");
    return generator;
}

Opening blind(const Scalar& value) {
    return {.value = value.copy(), .blinding = Scalar::random()};
}

Commitment commit(const Opening& opening) {
    return {base_multiply(opening.value) + multiply(opening.blinding, pedersen_generator())};
}

}  // namespace kanon::crypto
