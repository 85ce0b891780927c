// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/group.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"
#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <sodium.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace kanon::crypto {
namespace {

static_assert(Point::kSize == crypto_core_ristretto255_BYTES);
static_assert(crypto_core_ristretto255_SCALARBYTES == 32);

/// libsodium says -1 for invalid points, of which there are none, and for the identity as result,
/// which it writes all the same.
void check_product(int said, const Point& product) {
    KANON_CHECK(said == 0 || product.is_identity());
}

}  // namespace

Point Point::decode_or_identity(std::span<const std::uint8_t> bytes) {
    start_sodium();
    // libsodium before 1.0.19 passes over the highest bit, which no encoding has: without this, a
    // peer could send each element in two forms.
    if (bytes.size() != kSize || (bytes.back() & 128U) != 0 ||
        crypto_core_ristretto255_is_valid_point(bytes.data()) != 1) {
        throw Error(ErrorCode::bad_input, "a party sent bytes that are no element of the group");
    }
    Point point;
    std::copy(bytes.begin(), bytes.end(), point.bytes_.begin());
    return point;
}

Point Point::decode(std::span<const std::uint8_t> bytes) {
    const Point point = decode_or_identity(bytes);
    if (point.is_identity()) {
        throw Error(ErrorCode::bad_input,
                    "a party sent the identity of the group, which hides nothing");
    }
    return point;
}

Scalar Scalar::random() {
    start_sodium();
    Scalar made;
    crypto_core_ristretto255_scalar_random(RawBytes::of(made).data());
    return made;
}

Scalar Scalar::of(std::uint64_t number) {
    Scalar made;
    for (std::size_t i = 0; i < sizeof number; ++i) {
        RawBytes::of(made)[i] = static_cast<std::uint8_t>(number >> (8 * i));
    }
    return made;
}

Scalar Scalar::of_signed(std::int64_t number) {
    // No branch on the sign: all ones where negative, then chosen byte by byte.
    const std::uint64_t sign = 0 - (static_cast<std::uint64_t>(number) >> 63U);
    Scalar made = of((static_cast<std::uint64_t>(number) ^ sign) - sign);
    const Scalar negative = made.negate();
    const auto mask = static_cast<std::uint8_t>(sign);
    for (std::size_t i = 0; i < 32; ++i) {
        std::uint8_t& byte = RawBytes::of(made)[i];
        byte = static_cast<std::uint8_t>(byte ^ (mask & (byte ^ RawBytes::of(negative)[i])));
    }
    return made;
}

Scalar Scalar::decode(std::span<const std::uint8_t> bytes) {
    start_sodium();
    SecretBytes<64> wide;
    Scalar read;
    if (bytes.size() == Point::kSize) {
        std::copy(bytes.begin(), bytes.end(), RawBytes::of(wide).begin());
        crypto_core_ristretto255_scalar_reduce(RawBytes::of(read).data(),
                                               RawBytes::of(wide).data());
        if (equal_in_constant_time(bytes, RawBytes::of(read))) {
            return read;
        }
    }
    throw Error(ErrorCode::bad_input, "a party sent bytes that are no scalar of the group");
}

Scalar Scalar::copy() const {
    Scalar made;
    made.bytes_ = bytes_.copy();
    return made;
}

Scalar Scalar::negate() const {
    start_sodium();
    Scalar made;
    crypto_core_ristretto255_scalar_negate(RawBytes::of(made).data(), RawBytes::of(*this).data());
    return made;
}

Scalar Scalar::inverse() const {
    start_sodium();
    Scalar made;
    KANON_CHECK(crypto_core_ristretto255_scalar_invert(RawBytes::of(made).data(),
                                                       RawBytes::of(*this).data()) == 0);
    return made;
}

Scalar operator+(const Scalar& left, const Scalar& right) {
    start_sodium();
    Scalar made;
    crypto_core_ristretto255_scalar_add(
        RawBytes::of(made).data(), RawBytes::of(left).data(), RawBytes::of(right).data());
    return made;
}

Scalar operator-(const Scalar& left, const Scalar& right) {
    start_sodium();
    Scalar made;
    crypto_core_ristretto255_scalar_sub(
        RawBytes::of(made).data(), RawBytes::of(left).data(), RawBytes::of(right).data());
    return made;
}

Scalar operator*(const Scalar& left, const Scalar& right) {
    start_sodium();
    Scalar made;
    crypto_core_ristretto255_scalar_mul(
        RawBytes::of(made).data(), RawBytes::of(left).data(), RawBytes::of(right).data());
    return made;
}

Point hash_to_group(std::string_view domain, std::string_view bytes) {
    return hash_to_group(domain, std::span<const std::string_view>(&bytes, 1));
}

Point hash_to_group(std::string_view domain, std::span<const std::string_view> parts) {
    std::vector<std::string_view> all{domain};
    all.insert(all.end(), parts.begin(), parts.end());
    const SecretBytes<64> hash = hash_parts("hash-to-group", all);
    Point point;
    KANON_CHECK(crypto_core_ristretto255_from_hash(RawBytes::of(point).data(),
                                                   RawBytes::of(hash).data()) == 0);
    return point;
}

Scalar hash_to_scalar(std::string_view domain, std::span<const std::string_view> parts) {
    std::vector<std::string_view> all{domain};
    all.insert(all.end(), parts.begin(), parts.end());
    const SecretBytes<64> hash = hash_parts("hash-to-scalar", all);
    Scalar scalar;
    crypto_core_ristretto255_scalar_reduce(RawBytes::of(scalar).data(), RawBytes::of(hash).data());
    return scalar;
}

Point multiply(const Scalar& factor, const Point& point) {
    start_sodium();
    Point product;
    const int said = crypto_scalarmult_ristretto255(
        RawBytes::of(product).data(), RawBytes::of(factor).data(), RawBytes::of(point).data());
    check_product(said, product);
    return product;
}

Point base_multiply(const Scalar& factor) {
    start_sodium();
    Point product;
    const int said = crypto_scalarmult_ristretto255_base(RawBytes::of(product).data(),
                                                         RawBytes::of(factor).data());
    check_product(said, product);
    return product;
}

Point operator+(const Point& left, const Point& right) {
    start_sodium();
    Point sum;
    KANON_CHECK(crypto_core_ristretto255_add(RawBytes::of(sum).data(),
                                             RawBytes::of(left).data(),
                                             RawBytes::of(right).data()) == 0);
    return sum;
}

Point operator-(const Point& left, const Point& right) {
    start_sodium();
    Point difference;
    KANON_CHECK(crypto_core_ristretto255_sub(RawBytes::of(difference).data(),
                                             RawBytes::of(left).data(),
                                             RawBytes::of(right).data()) == 0);
    return difference;
}

void wipe_point(Point& point) noexcept {
    wipe(RawBytes::of(point));
}

std::size_t PointHash::operator()(const Point& point) const {
    static const auto key = SecretBytes<crypto_shorthash_KEYBYTES>::random();
    std::array<std::uint8_t, crypto_shorthash_BYTES> hash{};
    crypto_shorthash(
        hash.data(), RawBytes::of(point).data(), Point::kSize, RawBytes::of(key).data());
    std::size_t number = 0;
    std::memcpy(&number, hash.data(), sizeof number);
    return number;
}

}  // namespace kanon::crypto
