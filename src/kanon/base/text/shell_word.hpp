// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kanon {

/// A text as a word of a POSIX shell: in single quotes where it holds more than letters, digits and
/// `_-+=./,:@%`, or nothing.
[[nodiscard]] std::string shell_word(std::string_view text);

/// A name as an item of a list of names with commas, as flags take one, for a POSIX shell: commas
/// and backslashes in it have a backslash before them.
[[nodiscard]] std::string shell_list_item(std::string_view name);

}  // namespace kanon
