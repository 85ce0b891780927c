// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column_builder.hpp"
#include "kanon/table/table.hpp"
#include "kanon/table/value_rules.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace kanon {

/// A column with other spellings of its values, which keep their rows: values that become the same
/// text become one value. `rules` say how the texts are to be understood. Cost O(rows + d log d)
/// for d distinct values. \throws Error{bad_input} if a value is not of the declared type.
[[nodiscard]] FoundColumn respelled(const Column& column,
                                    const std::function<std::string(std::string_view)>& spell,
                                    const ValueRules& rules);

/// A column of numbers or dates in the standard notation; the same column where it is in that, or
/// has texts.
[[nodiscard]] std::shared_ptr<const Column> in_standard_notation(
    const std::shared_ptr<const Column>& column);

}  // namespace kanon
