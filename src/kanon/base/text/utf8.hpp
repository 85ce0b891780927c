// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace kanon {

/// Byte offset of the first byte that is not part of valid UTF-8 (overlong forms, surrogates and
/// code points above U+10FFFF are not), or none if all of the text is valid. Cost O(bytes).
[[nodiscard]] std::optional<std::size_t> first_invalid_utf8(std::string_view text);

/// Number of code points. A stray continuation byte belongs to the code point before it, so the
/// three functions below agree on invalid text too.
[[nodiscard]] std::size_t code_point_count(std::string_view text);

/// The first `count` code points, or all if there are fewer. A view into `text`.
[[nodiscard]] std::string_view first_code_points(std::string_view text, std::size_t count);

/// The last `count` code points, or all if there are fewer. A view into `text`.
[[nodiscard]] std::string_view last_code_points(std::string_view text, std::size_t count);

}  // namespace kanon
