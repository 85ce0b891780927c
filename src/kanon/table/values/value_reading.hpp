// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/code_vector.hpp"
#include "kanon/table/values/value_rules.hpp"
#include "kanon/table/values/value_type.hpp"

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace kanon {

/// What the distinct values of a column turn out to be.
struct ValueReading {
    ValueType type = ValueType::text;
    Notation notation = Notation::standard;
    std::vector<double> numbers;  ///< per code; of text all 0
    std::vector<Code> marks;      ///< codes of spellings that mean missing, ascending
    std::size_t misfits = 0;      ///< values that are not of the declared type
    FoundValues::Doubt doubt = FoundValues::Doubt::none;
    bool short_years = false;  ///< some date has a year of two digits
};

/// Find out type, notation and missing marks of the values with the codes [0, size), `text` of
/// each; the empty text is the missing value. The first of these that fits all others than missing
/// ones: whole numbers, decimals, dates, date-times, numbers with a decimal comma, with commas
/// between thousands, dates and date-times with the day or the month first; of a declared type also
/// numbers with leading zeros. Years of two digits are first only where the day cannot be, and of
/// times all or none state a zone. A comma is a decimal one where some value cannot mean thousands
/// by it, and parts thousands where some value cannot have a decimal one. The day is first where
/// some value cannot have the month there, or where points part it from a year of four digits. Cost
/// O(size).
[[nodiscard]] ValueReading read_values(std::size_t size,
                                       const std::function<std::string_view(Code)>& text,
                                       const ValueRules& rules);

}  // namespace kanon
