// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace kanon::crypto {

/// What a commitment was made of: secret until disclose() hands it out.
struct Opening {
    Scalar value;
    Scalar blinding;

    /// The bytes that open the commitment, for those who shall see the value: value, blinding.
    [[nodiscard]] std::array<std::uint8_t, 64> disclose() const;

    /// \throws Error{bad_input} unless these are two scalars
    [[nodiscard]] static Opening decode(std::span<const std::uint8_t> bytes);

    /// The opening of the sum of both commitments.
    friend Opening operator+(const Opening& left, const Opening& right);
};

/// value G + blinding H: shows nothing about the value, whatever one can compute, and cannot be
/// opened to another one by whoever does not know the logarithm of H. Pedersen: Non-interactive and
/// information-theoretic secure verifiable secret sharing, CRYPTO 1991, section 3.
struct Commitment {
    Point point;

    /// Is it a commitment to this value with this blinding?
    [[nodiscard]] bool opens(const Opening& opening) const;

    /// A commitment to the sum of the values, modulo L.
    friend Commitment operator+(const Commitment& left, const Commitment& right) {
        return {left.point + right.point};
    }

    friend bool operator==(const Commitment&, const Commitment&) = default;
};

/// The second generator, H: hash_to_group() of a fixed text.
[[nodiscard]] const Point& pedersen_generator();

/// A fresh opening of a value: with a random blinding.
[[nodiscard]] Opening blind(const Scalar& value);

/// The commitment that this opens.
[[nodiscard]] Commitment commit(const Opening& opening);

}  // namespace kanon::crypto
