// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// The text in lines of at most `width` code points, broken at blanks; a word that is longer has a
/// line of its own. `width` 0: one line. Empty for a text without a word where there is a width.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace kanon
