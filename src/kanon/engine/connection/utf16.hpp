// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kanon::engine {

/// UTF-8 as UTF-16 in the machine's byte order. \throws Error{bad_input} if it is no UTF-8.
[[nodiscard]] std::u16string to_utf16(std::string_view text);

/// Append UTF-16 as UTF-8; halves of pairs that stand alone become U+FFFD.
void append_utf8(std::u16string_view text, std::string& out);

}  // namespace kanon::engine
