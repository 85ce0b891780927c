// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kanon {

/// A released cell of a column of numbers as people write it who have decimal commas: `1234.5` is
/// `1234,5`, `[1.5, 2.5)` is `[1,5; 2,5)`, and so are sets. Other texts stay as they are.
[[nodiscard]] std::string with_decimal_commas(std::string_view cell);

/// True of a cell that cannot have been written with decimal points: `1234,5`, `[1,5; 2,5)`.
[[nodiscard]] bool has_decimal_commas(std::string_view cell);

/// The way back: a cell of a column of which some cells have decimal commas.
[[nodiscard]] std::string with_decimal_points(std::string_view cell);

}  // namespace kanon
