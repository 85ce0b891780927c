// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/values/dictionary.hpp"

#include <vector>

namespace kanon {

/// Which codes spell one value: per code the least code of its value. Spellings of one number are
/// one value and so are those of one date or moment, whatever else is in the column; texts are one
/// value if their bytes are. The missing value is itself. Empty if each code is a value of its own.
/// Cost O(d log d) for d values; nothing for integers, whose spelling is unique.
[[nodiscard]] std::vector<Code> equal_values(const Dictionary& dictionary);

}  // namespace kanon
