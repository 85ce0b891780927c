// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kanon {

/// The known word nearest to `word` by edit distance (letters swapped count once), or "" if none is
/// within a third of its length (at least 2). One of several words joined by hyphens is as near as
/// one of these and one more. Ties: the first known word. Cost O(|known| |word|^2).
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known);

/// " (did you mean 'x'?)" for the nearest known word, or "; known: a, b, c" if none is near.
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

}  // namespace kanon
