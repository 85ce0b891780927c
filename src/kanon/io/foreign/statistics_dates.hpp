// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/table_format.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kanon::io {

/// What the numbers of a variable count, by its format.
enum class TimeUnit : std::uint8_t {
    none,          ///< they are numbers
    days,          ///< since the program's first day
    seconds,       ///< since then
    milliseconds,  ///< since then
    clock,         ///< seconds of a day, or of a span of time
    weeks,         ///< Stata: since the first week of 1960, 52 in a year
    months,        ///< Stata: since January 1960
    quarters,
    half_years
};

/// By the format as the program writes it: `DATE11`, `%tdDD/NN/CCYY`, `YYMMDD10.`.
[[nodiscard]] TimeUnit unit_of_format(Format program, std::string_view format);

/// A number of a unit as text: `2020-02-28`, `2020-02-28 12:30:00`, `12:30:00`, `2020-05` (months),
/// `2020-Q2`, `2020-H1`, `2020-W05`. None if it is beyond the years 0000 to 9999.
[[nodiscard]] std::optional<std::string> text_of_time(Format program, TimeUnit unit, double value);

}  // namespace kanon::io
