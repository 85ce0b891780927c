// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <string_view>

namespace kanon::io {

/// True if an SQL type reads a text back as the number that it says, to the last digit. Whole
/// numbers of up to 64 bits and binary fractions are judged, other types taken to keep what they
/// gave; so is a text that says no number.
[[nodiscard]] bool keeps_number(std::string_view type, std::string_view text);

/// True if a column may be written in its SQL type: it keeps all of its numbers. Else the column is
/// written as text. Cost O(characters of the dictionary).
[[nodiscard]] bool keeps_numbers(const Column& column, unsigned threads = 1);

}  // namespace kanon::io
