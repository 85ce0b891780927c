// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace kanon {

__extension__ using SignedWide = __int128;

/// A whole number of at least 0, as long as it needs to be: for comparisons that rounding would
/// decide. No division, no speed beyond that. Cost of a product O(a b) words.
class Natural {
public:
    __extension__ using Wide = unsigned __int128;

    Natural() = default;

    // NOLINTNEXTLINE(google-explicit-constructor): a number is one.
    Natural(Wide value);

    [[nodiscard]] static Natural power_of_two(unsigned exponent);

    /// base^exponent.
    [[nodiscard]] static Natural power(std::uint32_t base, unsigned exponent);

    /// \pre below 2^127
    [[nodiscard]] SignedWide narrow() const;

    /// The nearest double, but for a rounding or two; infinite where it is too large.
    [[nodiscard]] double rounded() const;

    Natural& operator+=(const Natural& other);

    /// \pre other <= *this
    Natural& operator-=(const Natural& other);

    friend Natural operator*(const Natural& a, const Natural& b);

    friend Natural operator+(Natural a, const Natural& b) { return a += b; }

    friend Natural operator-(Natural a, const Natural& b) { return a -= b; }

    friend std::strong_ordering operator<=>(const Natural& a, const Natural& b);

    friend bool operator==(const Natural& a, const Natural& b) = default;

private:
    void trim();

    std::vector<std::uint32_t> words_;  ///< the lowest first; no zero at the end
};

/// A signed number without its sign.
[[nodiscard]] constexpr Natural::Wide size_of(SignedWide value) {
    return value < 0 ? -static_cast<Natural::Wide>(value) : static_cast<Natural::Wide>(value);
}

}  // namespace kanon
