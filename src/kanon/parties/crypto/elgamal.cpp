// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/elgamal.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace kanon::crypto {

std::array<std::uint8_t, Ciphertext::kSize> Ciphertext::encode() const {
    std::array<std::uint8_t, kSize> bytes{};
    std::copy(a.encode().begin(), a.encode().end(), bytes.begin());
    std::copy(b.encode().begin(), b.encode().end(), bytes.begin() + Point::kSize);
    return bytes;
}

Ciphertext Ciphertext::decode(std::span<const std::uint8_t> bytes) {
    if (bytes.size() != kSize) {
        throw Error(ErrorCode::bad_input, "a party sent a ciphertext that does not have 64 bytes");
    }
    return {.a = Point::decode(bytes.first(Point::kSize)),
            .b = Point::decode_or_identity(bytes.last(Point::kSize))};
}

Ciphertext encrypt(const Point& public_key, const Scalar& number) {
    KANON_CHECK(!public_key.is_identity());
    const Scalar random = Scalar::random();
    return {.a = base_multiply(random), .b = base_multiply(number) + multiply(random, public_key)};
}

Ciphertext encrypt(const Point& public_key, std::uint64_t number) {
    return encrypt(public_key, Scalar::of(number));
}

Ciphertext operator+(const Ciphertext& left, const Ciphertext& right) {
    return {.a = left.a + right.a, .b = left.b + right.b};
}

Ciphertext operator-(const Ciphertext& left, const Ciphertext& right) {
    return {.a = left.a - right.a, .b = left.b - right.b};
}

Ciphertext multiply(const Scalar& factor, const Ciphertext& ciphertext) {
    return {.a = multiply(factor, ciphertext.a), .b = multiply(factor, ciphertext.b)};
}

Ciphertext multiply(std::uint64_t factor, const Ciphertext& ciphertext) {
    return multiply(Scalar::of(factor), ciphertext);
}

Ciphertext rerandomize(const Point& public_key, const Ciphertext& ciphertext) {
    KANON_CHECK(!public_key.is_identity());
    const Scalar random = Scalar::random();
    return {.a = ciphertext.a + base_multiply(random),
            .b = ciphertext.b + multiply(random, public_key)};
}

ElGamalKey::ElGamalKey(Scalar key) : key_(std::move(key)), public_key_(base_multiply(key_)) {}

ElGamalKey ElGamalKey::random() {
    return ElGamalKey(Scalar::random());
}

Point ElGamalKey::decrypt(const Ciphertext& ciphertext) const {
    return ciphertext.b - decryption_share(ciphertext);
}

bool ElGamalKey::is_zero(const Ciphertext& ciphertext) const {
    return ciphertext.b == decryption_share(ciphertext);
}

Point ElGamalKey::decryption_share(const Ciphertext& ciphertext) const {
    KANON_CHECK(!key_.is_zero());
    return multiply(key_, ciphertext.a);
}

Point joint_key(std::span<const Point> public_keys) {
    std::vector<Point> sorted(public_keys.begin(), public_keys.end());
    std::sort(sorted.begin(), sorted.end());
    const bool repeated = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    Point sum;
    for (const Point& key : sorted) {
        sum = sum + key;
    }
    if (sorted.empty() || repeated || sorted.front().is_identity() || sum.is_identity()) {
        throw Error(ErrorCode::bad_input, "the public keys of the parties give no joint key");
    }
    return sum;
}

Point combine_decryption(const Ciphertext& ciphertext, std::span<const Point> shares) {
    Point left = ciphertext.b;
    for (const Point& share : shares) {
        left = left - share;
    }
    return left;
}

}  // namespace kanon::crypto
