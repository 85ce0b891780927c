// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kanon {

/// A decimal number taken apart: digits * 10^exponent, below zero if negative.
struct DecimalDigits {
    std::string digits;  ///< no zero at either end; none for zero
    std::int64_t exponent = 0;
    bool negative = false;  ///< never for zero

    /// Take zeros off both ends of the digits.
    void trim();
};

/// The number that a text is, however many digits it has, with sign, leading zeros, exponent and
/// blanks around it as it likes; none if it is no decimal number. Cost O(bytes).
[[nodiscard]] std::optional<DecimalDigits> decimal_digits(std::string_view text);

}  // namespace kanon
