// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/shamir.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"
#include "kanon/parties/crypto/scalar_pair_internal.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kanon::crypto {
namespace {

/// \throws Error{bad_input} for none, zero, or one that occurs twice; x_of(i) is the i-th of n
template <class XOf>
void check_places(std::size_t n, const XOf& x_of) {
    std::vector<std::array<std::uint8_t, 32>> places;
    bool wrong = n == 0;
    for (std::size_t i = 0; i < n; ++i) {
        places.push_back(RawBytes::of(x_of(i)));
        wrong = wrong || x_of(i).is_zero();
    }
    std::sort(places.begin(), places.end());
    if (wrong || std::adjacent_find(places.begin(), places.end()) != places.end()) {
        throw Error(ErrorCode::bad_input,
                    "the shares do not have different places other than zero");
    }
}

/// By Horner's rule.
Scalar value_at(std::span<const Scalar> coefficients, const Scalar& x) {
    Scalar value;
    for (std::size_t j = coefficients.size(); j-- > 0;) {
        value = value * x + coefficients[j];
    }
    return value;
}

/// By what to multiply the i-th value so that their sum is the value at zero.
template <class XOf>
Scalar weight_at_zero(std::size_t i, std::size_t n, const XOf& x_of) {
    Scalar above = Scalar::of(1);
    Scalar below = Scalar::of(1);
    for (std::size_t j = 0; j < n; ++j) {
        if (j != i) {
            above = above * x_of(j);
            below = below * (x_of(j) - x_of(i));
        }
    }
    return above * below.inverse();
}

}  // namespace

std::array<std::uint8_t, 64> Share::disclose() const {
    return disclose_pair(x, y);
}

Share Share::decode(std::span<const std::uint8_t> bytes) {
    auto [x, y] = decode_pair(bytes);
    return {.x = std::move(x), .y = std::move(y)};
}

std::vector<Share> share(const Scalar& secret, std::size_t threshold, std::span<const Scalar> xs) {
    KANON_CHECK(threshold >= 1 && threshold <= xs.size());
    check_places(xs.size(), [&](std::size_t i) -> const Scalar& { return xs[i]; });
    std::vector<Scalar> coefficients;
    coefficients.push_back(secret.copy());
    while (coefficients.size() < threshold) {
        // Uniform but for zero, which has a chance of 2^-252.
        coefficients.push_back(Scalar::random());
    }
    std::vector<Share> shares;
    for (const Scalar& x : xs) {
        shares.push_back({.x = x.copy(), .y = value_at(coefficients, x)});
    }
    return shares;
}

DerivedSharing::DerivedSharing(std::string_view domain, const Point& seed, std::size_t threshold) {
    KANON_CHECK(threshold >= 1);
    const std::string of = std::to_string(threshold);
    for (std::size_t j = 0; j < threshold; ++j) {
        const std::string number = std::to_string(j);
        const std::array<std::string_view, 4> parts{domain, of, number, text_of(seed.encode())};
        coefficients_.push_back(hash_to_scalar("derived-sharing", parts));
    }
}

Share DerivedSharing::random_share() const {
    return share_at(Scalar::random());
}

Share DerivedSharing::share_at(const Scalar& x) const {
    check_places(1, [&](std::size_t) -> const Scalar& { return x; });
    return {.x = x.copy(), .y = value_at(coefficients_, x)};
}

Scalar combine(std::span<const Share> shares) {
    const auto x_of = [&](std::size_t i) -> const Scalar& { return shares[i].x; };
    check_places(shares.size(), x_of);
    Scalar secret;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        secret = secret + weight_at_zero(i, shares.size(), x_of) * shares[i].y;
    }
    return secret;
}

Point combine_in_exponent(std::span<const PointShare> shares) {
    const auto x_of = [&](std::size_t i) -> const Scalar& { return shares[i].x; };
    check_places(shares.size(), x_of);
    Point secret;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        secret = secret + multiply(weight_at_zero(i, shares.size(), x_of), shares[i].y);
    }
    return secret;
}

}  // namespace kanon::crypto
