// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kanon {

/// A measured figure for people: at most four significant digits, commas between thousands, never a
/// power of ten: 307243000 is `307,200,000`, 12.3456 is `12.35`, 0.25 is `0.25`. What is nearer to
/// 0 than 0.0001 is `< 0.0001` (`> -0.0001` below 0); infinite is `∞`, what is no number `–`.
/// Counts are exact: count_text().
[[nodiscard]] std::string short_number(double number);

/// Whole numbers of up to 15 digits as they are, with commas; others as short_number().
[[nodiscard]] std::string exact_or_short(double number);

}  // namespace kanon
