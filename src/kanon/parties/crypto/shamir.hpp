// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kanon::crypto {

/// A point of a secret polynomial over the scalars: y at x. x may be known to all.
struct Share {
    Scalar x;
    Scalar y;

    /// The bytes of x and y, for the holder of the share: whoever gathers enough has the secret.
    [[nodiscard]] std::array<std::uint8_t, 64> disclose() const;

    /// \throws Error{bad_input} unless these are two scalars
    [[nodiscard]] static Share decode(std::span<const std::uint8_t> bytes);
};

/// A share of a point: y = s P at x, where s is the polynomial's value there.
struct PointShare {
    Scalar x;
    Point y;
};

/// Share a secret so that any `threshold` of the shares give it and fewer say nothing about it, one
/// share for each of `xs`. Shamir: How to share a secret, CACM 1979; modulo L. O(n threshold).
/// \pre 1 <= threshold <= size of xs
/// \throws Error{bad_input} if an x is zero or occurs twice
[[nodiscard]] std::vector<Share> share(const Scalar& secret,
                                       std::size_t threshold,
                                       std::span<const Scalar> xs);

/// The polynomial that follows from a secret point, so that all who know the same point make shares
/// of one secret without having met: any `threshold` of their shares with different x give it, and
/// shares for different points, domains or thresholds are unrelated. As in Davidson et al.: STAR,
/// secret sharing for private threshold aggregation reporting, CCS 2022.
/// \pre the point cannot be guessed: not a hash of what has few values, but encrypted by others
class DerivedSharing {
public:
    /// O(threshold). \pre threshold >= 1
    DerivedSharing(std::string_view domain, const Point& seed, std::size_t threshold);

    /// A key of this sharing is derived from it: SealKey::of_scalar().
    [[nodiscard]] const Scalar& secret() const { return coefficients_.front(); }

    /// The share at a fresh random x.
    [[nodiscard]] Share random_share() const;

    /// The share at x. \throws Error{bad_input} if x is zero
    [[nodiscard]] Share share_at(const Scalar& x) const;

private:
    std::vector<Scalar> coefficients_;  ///< size threshold; the secret first
};

/// The secret of shares: all of them are used, so at least the threshold of one sharing must be
/// there. With fewer, or with shares of several sharings among them, it is another scalar, and
/// nothing says so: what is sealed under it does not open. O(t^2) operations on scalars, t shares.
/// \throws Error{bad_input} for no shares, an x of zero or the same x twice
[[nodiscard]] Scalar combine(std::span<const Share> shares);

/// The same on points: of shares s_i P, the point s P for the secret s. t multiplications as well.
[[nodiscard]] Point combine_in_exponent(std::span<const PointShare> shares);

}  // namespace kanon::crypto
