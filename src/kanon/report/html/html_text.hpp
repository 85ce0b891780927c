// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kanon {

/// Text made safe for the content and the quoted attributes of HTML and SVG. Control characters
/// but line feeds become spaces, bytes that are not UTF-8 become question marks.
[[nodiscard]] std::string html_escape(std::string_view text);

}  // namespace kanon
