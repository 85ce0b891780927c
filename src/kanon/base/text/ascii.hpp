// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kanon {

/// Kinds of characters of ASCII, whatever the locale is.
[[nodiscard]] inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

[[nodiscard]] inline bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// True of a text of nothing but blanks, and of the empty one.
[[nodiscard]] inline bool is_blank(std::string_view text) {
    return text.find_first_not_of(' ') == std::string_view::npos;
}

}  // namespace kanon
