// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/column_builder.hpp"
#include "kanon/table/table.hpp"
#include "kanon/table/values/value_rules.hpp"

#include <cstdint>
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

/// Which of its spellings stands for a value that has several.
enum class ChosenSpelling : std::uint8_t {
    of_first_row,  ///< that of the first row that has the value
    least          ///< the first by bytes: of rows that have no order
};

/// A column of numbers or dates in which spellings of one value are one: `1`, `1.0` and `1.00`, see
/// equal_values(). The same column where each value has one spelling, or that has texts. Cost
/// O(d log d) for d values, and O(rows) where some have several.
[[nodiscard]] std::shared_ptr<const Column> with_one_spelling(
    const std::shared_ptr<const Column>& column, ChosenSpelling chosen);

}  // namespace kanon
