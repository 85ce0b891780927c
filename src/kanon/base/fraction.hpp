// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kanon {

/// The number that a text is: decimal, or a fraction of two whole numbers such as `1/11`, which no
/// decimal number is. None for any other text, and for what is not finite.
[[nodiscard]] std::optional<double> decimal_or_fraction(std::string_view text);

/// The same where a share may be meant: `5%` and `5 %` are 0.05.
[[nodiscard]] std::optional<double> number_or_percent(std::string_view text);

/// A number as decimal_or_fraction() reads it back: the shortest decimal text, or `1/n` of a number
/// of which that is long.
[[nodiscard]] std::string fraction_text(double number);

}  // namespace kanon
