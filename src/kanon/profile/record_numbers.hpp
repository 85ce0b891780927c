// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/values/dictionary.hpp"

#include <string_view>

/// Values that number records, by their form. Weights, amounts and codes of diagnoses are none.
namespace kanon::profile {

/// A UUID, or 16 hexadecimal digits or more, letters among them.
[[nodiscard]] bool looks_like_uuid(std::string_view text);

/// Text of one pattern, letters before digits or digits alone, as `P00017`: 50 values at least.
/// \pre dictionary.type() is text
[[nodiscard]] bool has_coded_numbers(const Dictionary& dictionary);

/// Whole numbers, 150 at least, that count on from 0, 1 or a round number with few left out; or of
/// one length of 7 digits and more, neither dates nor rounded. \pre dictionary.type() is integer
[[nodiscard]] bool has_serial_numbers(const Dictionary& dictionary);

}  // namespace kanon::profile
