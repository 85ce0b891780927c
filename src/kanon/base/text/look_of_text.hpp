// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace kanon {

/// A text without what people write now and again: punctuation and blanks go, as in `H.I.V.`,
/// `10 mg` and `Crohn's`, and so does what parts groups of three digits, as in `1,000`. What may
/// tell values apart stays: signs, `?`, `/`, `<`, and any mark between digits. Cost O(bytes).
[[nodiscard]] std::string bare_text(std::string_view text);

/// What a text looks like to a careless reader, in two ways: texts that differ by case, by blanks
/// and punctuation (bare_text()), by how Unicode writes a character (folded()), or by characters
/// that look alike (`A` of Latin and of Cyrillic; Unicode Technical Standard 39, skeletons) have
/// one of the two in common. The first is of the text in small letters, the second of the letters
/// as they stand: capitals look alike that small ones do not. Cost O(bytes).
[[nodiscard]] std::array<std::string, 2> looks_of_text(std::string_view text);

}  // namespace kanon
