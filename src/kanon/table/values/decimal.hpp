// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/values/decimal_digits.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kanon {

/// A decimal number of any length, exactly as it is written: what has more digits than a double
/// holds is compared and rounded by all of them.
class Decimal {
public:
    /// The most digits that a step of rounding may have between its first and its last one.
    static constexpr std::size_t kMostStepDigits = 18;

    /// Read a text that parse_number() takes as a decimal; none for any other.
    static std::optional<Decimal> parse(std::string_view text);

    /// Without exponent, blanks and needless zeros: `-0.5`, `1200`; zero is `0`.
    [[nodiscard]] std::string text() const;

    [[nodiscard]] bool is_whole() const { return number_.exponent >= 0; }

    [[nodiscard]] bool is_positive() const { return !number_.negative && !number_.digits.empty(); }

    /// True if it can be the step of rounded(): above 0, of at most kMostStepDigits digits.
    [[nodiscard]] bool is_step() const;

    /// Negative, 0 or positive: this number less the other one.
    [[nodiscard]] int compare(const Decimal& other) const;

    /// The nearest multiple of a step, halves away from zero: 150 to the step 100 is 200, -150 is
    /// -200. \pre step.is_step(). Cost O(digits).
    [[nodiscard]] Decimal rounded(const Decimal& step) const;

private:
    [[nodiscard]] int compare_size(const Decimal& other) const;

    DecimalDigits number_;
};

}  // namespace kanon
