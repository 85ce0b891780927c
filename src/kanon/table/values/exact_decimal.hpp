// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kanon {

/// What spellings of one number have in common, exactly: `1`, `1.0`, `01` and `1e0` give the same,
/// numbers that are equal only as doubles do not. None if the text is no decimal number, with sign,
/// leading zeros, exponent and blanks around it as it likes. Cost O(bytes).
[[nodiscard]] std::optional<std::string> number_key(std::string_view text);

/// A decimal number in one form for all its spellings: two texts have the same form if and only if
/// they stand for the same number, however many digits it has. `1.50`, `1.5` and `15e-1` are
/// `15e-1`, `-0.0` is `0`. None of a text that parse_number() takes for no number, save that
/// numbers may be larger than a double. Cost O(characters).
[[nodiscard]] std::optional<std::string> exact_decimal(std::string_view text);

}  // namespace kanon
