// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/secret_bytes.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string_view>

namespace kanon::crypto {

/// An element of ristretto255 (RFC 9496), a group of prime order L = 2^252 + 27742...8493 in which
/// discrete logarithms and the decisional Diffie-Hellman problem are taken to be hard.
///
/// Every value is an element of the group, for there is no other way to make one. A point is not
/// wiped: derive a key (SealKey) where it is a secret, and call wipe_point().
class Point {
public:
    static constexpr std::size_t kSize = 32;  ///< bytes of an encoding

    /// The identity.
    Point() = default;

    /// The element that a peer sent. \throws Error{bad_input} unless these are the 32 bytes of the
    /// one encoding of an element other than the identity
    [[nodiscard]] static Point decode(std::span<const std::uint8_t> bytes);

    /// As decode(), where the identity is as good as any element: parts of sums.
    [[nodiscard]] static Point decode_or_identity(std::span<const std::uint8_t> bytes);

    [[nodiscard]] const std::array<std::uint8_t, kSize>& encode() const { return bytes_; }

    [[nodiscard]] bool is_identity() const { return *this == Point(); }

    /// In constant time.
    friend bool operator==(const Point& left, const Point& right) {
        return equal_in_constant_time(left.bytes_, right.bytes_);
    }

    /// The order of the encodings, for sorting what is public; not in constant time.
    friend std::strong_ordering operator<=>(const Point& left, const Point& right) {
        return left.bytes_ <=> right.bytes_;
    }

private:
    friend struct RawBytes;

    std::array<std::uint8_t, kSize> bytes_{};
};

/// A number modulo L, secret as SecretBytes are. All operations take constant time.
class Scalar {
public:
    /// Zero; what a scalar is after it was moved from.
    Scalar() = default;

    /// Uniform among 1..L-1.
    [[nodiscard]] static Scalar random();

    [[nodiscard]] static Scalar of(std::uint64_t number);

    /// A negative number n is L + n.
    [[nodiscard]] static Scalar of_signed(std::int64_t number);

    /// A scalar that somebody disclosed. \throws Error{bad_input} unless these are the 32 bytes of
    /// a number below L, least first
    [[nodiscard]] static Scalar decode(std::span<const std::uint8_t> bytes);

    [[nodiscard]] Scalar copy() const;

    [[nodiscard]] Scalar negate() const;

    /// The scalar that gives 1 with this one. \pre not zero
    [[nodiscard]] Scalar inverse() const;

    [[nodiscard]] bool is_zero() const { return *this == Scalar(); }

    friend bool operator==(const Scalar& left, const Scalar& right) = default;
    friend Scalar operator+(const Scalar& left, const Scalar& right);
    friend Scalar operator-(const Scalar& left, const Scalar& right);
    friend Scalar operator*(const Scalar& left, const Scalar& right);
    friend std::ostream& operator<<(std::ostream&, const Scalar&) = delete;

private:
    friend struct RawBytes;

    SecretBytes<32> bytes_;
};

/// An element of which nobody knows the logarithm, for these bytes within this domain: SHA-512
/// (hash_parts()), then the map of RFC 9496, section 4.3.4. Other domains give unrelated elements.
/// Time depends on the number of bytes alone. Not the expand_message of RFC 9380.
[[nodiscard]] Point hash_to_group(std::string_view domain, std::string_view bytes);

/// The same for a tuple; ("ab", "c") and ("a", "bc") differ, one part is as above.
[[nodiscard]] Point hash_to_group(std::string_view domain, std::span<const std::string_view> parts);

/// A scalar, uniform as far as the parts cannot be guessed, by SHA-512 reduced modulo L.
[[nodiscard]] Scalar hash_to_scalar(std::string_view domain,
                                    std::span<const std::string_view> parts);

/// factor * point, in constant time but for one branch of libsodium's on whether the result is the
/// identity.
[[nodiscard]] Point multiply(const Scalar& factor, const Point& point);

/// factor * G for the generator G of RFC 9496; time as multiply().
[[nodiscard]] Point base_multiply(const Scalar& factor);

[[nodiscard]] Point operator+(const Point& left, const Point& right);
[[nodiscard]] Point operator-(const Point& left, const Point& right);

/// Overwrite a point that was a secret by the identity.
void wipe_point(Point& point) noexcept;

/// For unordered containers: a keyed hash of the whole encoding, so that no peer can choose points
/// that collide. The key is drawn once a process: the order within a container is another in every
/// run and must not reach a result.
struct PointHash {
    [[nodiscard]] std::size_t operator()(const Point& point) const;
};

}  // namespace kanon::crypto
