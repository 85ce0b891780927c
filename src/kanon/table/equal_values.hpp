// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/dictionary.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// What spellings of one number have in common, exactly: `1`, `1.0`, `01` and `1e0` give the same,
/// numbers that are equal only as doubles do not. None if the text is no decimal number, with sign,
/// leading zeros, exponent and blanks around it as it likes. Cost O(bytes).
[[nodiscard]] std::optional<std::string> number_key(std::string_view text);

/// Which codes spell one value: per code the least code of its value. Spellings of one number are
/// one value and so are those of one date, whatever else is in the column; texts are one value if
/// their bytes are. The missing value is itself. Empty if each code is a value of its own.
/// Cost O(d log d) for d values; nothing for integers, whose spelling is unique.
[[nodiscard]] std::vector<Code> equal_values(const Dictionary& dictionary);

}  // namespace kanon
