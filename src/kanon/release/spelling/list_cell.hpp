// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/values/dictionary.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// The items of a cell such as `I10; E11;"a;b"`, in their order, repeats among them: what stands
/// between separators, without blanks around it; nothing between two is no item. An item that
/// begins with a quote ends with the next one, of which two stand for one, and may hold the
/// separator. None if a quote is not closed, or something but blanks is behind it. \pre the
/// separator is not empty
[[nodiscard]] std::optional<std::vector<std::string>> split_list(std::string_view cell,
                                                                 std::string_view separator);

/// The inverse: quotes stand only around items that need them.
[[nodiscard]] std::string join_list(std::span<const std::string_view> items,
                                    std::string_view separator);

/// What parts the items of a column: of `;`, `|` and `,` the one in most distinct cells, in this
/// order if in as many; if none is, a tab or a blank; `;` where every cell is one item.
[[nodiscard]] std::string find_separator(const Dictionary& cells);

}  // namespace kanon
