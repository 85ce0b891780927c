// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kanon {

/// Kinds of characters of ASCII, whatever the locale is.
[[nodiscard]] inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

[[nodiscard]] inline bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace kanon
