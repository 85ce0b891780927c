// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What stands in place of a date of birth: the age in whole years at a day.
namespace kanon {

/// The day of `age at 2024-12-31`, since 1970-01-01; none: the text says something else.
[[nodiscard]] std::optional<std::int64_t> day_of_age(std::string_view rule);

/// A row whose value has no age at the day.
struct NoAge {
    std::size_t row = 0;
    std::string why;  ///< `is after 2024-12-31, ...`
};

/// The first row of some value that is no date or is after the day; none: all have an age, or are
/// missing. Cost O(d) for d values, O(n) if there is one. \pre day_of_age(rule)
[[nodiscard]] std::optional<NoAge> find_no_age(const Column& births, std::string_view rule);

/// Of each code of a column of dates, or dates and times, but for the missing one: whole years from
/// it to the day. Who was born on 29 February is a year older from 1 March on in other years.
/// Cost O(d) for d values. \pre day_of_age(rule), no find_no_age()
[[nodiscard]] std::vector<unsigned> ages_of_values(const Column& births, std::string_view rule);

}  // namespace kanon
