// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/pedersen.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::crypto {

/// What a commitment to several values was made of: secret until disclose() hands it out.
struct VectorOpening {
    std::vector<Scalar> values;
    Scalar blinding;

    /// The values in their order, then the blinding: 32 bytes each.
    [[nodiscard]] std::vector<std::uint8_t> disclose() const;

    /// \throws Error{bad_input} unless these are `values` + 1 scalars
    [[nodiscard]] static VectorOpening decode(std::span<const std::uint8_t> bytes,
                                              std::size_t values);

    [[nodiscard]] VectorOpening copy() const;

    /// The opening of the sum of both commitments. \pre as many values
    friend VectorOpening operator+(const VectorOpening& left, const VectorOpening& right);
};

/// Commitments to vectors of one length: sum of value_i G_i, plus blinding H, where nobody knows a
/// logarithm between any two of the generators (hash_to_group()). Pedersen's for several values, as
/// in Bootle and others, EUROCRYPT 2016, section 2.2: 32 bytes however many values. Commitments add
/// up as those of one value; that to zeros is a multiple of H.
class VectorPedersen {
public:
    /// \pre values >= 1
    explicit VectorPedersen(std::size_t values);

    /// Of how many values.
    [[nodiscard]] std::size_t size() const { return generators_.size(); }

    /// size() + 1 multiplications. \pre size() values
    [[nodiscard]] Commitment commit(const VectorOpening& opening) const;

    /// Is it a commitment to these values with this blinding?
    [[nodiscard]] bool opens(const Commitment& commitment, const VectorOpening& opening) const {
        return commitment == commit(opening);
    }

    /// Does each of these open as its opening? By one random combination of all, which hides a
    /// fault with a chance of 2^-252: n + size() + 1 multiplications for n. \pre as many of both
    [[nodiscard]] bool opens_all(std::span<const Commitment> commitments,
                                 std::span<const VectorOpening> openings) const;

private:
    std::vector<Point> generators_;
};

}  // namespace kanon::crypto
