// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kanon {

/// The text as a careless reader sees it: texts that differ only by case, by blanks or by how
/// Unicode writes a character (forms NFC, NFD, NFKC, NFKD; characters that show nothing) give the
/// same. Unicode's NFKC_Casefold, with each run of blanks and control characters as one blank and
/// none at the ends. What is not UTF-8 is folded as ASCII. Cost O(bytes).
[[nodiscard]] std::string folded(std::string_view text);

}  // namespace kanon
