// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kanon::io {

/// True if a word in small letters is one of which names of columns are commonly made (English,
/// German, French, Spanish, Italian), and that is rarely a value of a table.
[[nodiscard]] bool is_header_word(std::string_view word);

}  // namespace kanon::io
