// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kanon {

/// How a column's values are ordered and measured. integer: canonical whole numbers up to 2^53 in
/// size, so `01234` is text; decimal: finite decimal numbers; date: ISO `YYYY-MM-DD` (also with
/// `/`, or a two-digit year as in `64/04/12`), valid in the calendar; datetime: dates with a time
/// behind them, see written_moment(); text: anything else.
enum class ValueType { integer, decimal, date, datetime, text };

[[nodiscard]] std::string_view to_string(ValueType type);

/// True of dates and of date-times, whose numbers are days.
[[nodiscard]] constexpr bool is_of_calendar(ValueType type) {
    return type == ValueType::date || type == ValueType::datetime;
}

/// How numbers and dates are written in a column. standard: as ValueType says. decimal_comma:
/// `1.234,5`, points between groups of three digits or none. thousands: `1,234.5`, commas between
/// groups of three digits or none. leading_zeros: as standard, but `02` is 2. day_first,
/// month_first: `28.02.1980`, `2/28/80`, parts parted by `.`, `/` or `-`, days and months of one
/// digit or two, years of four digits or two (30 to 99 are of the 20th century).
enum class Notation : std::uint8_t {
    standard,
    decimal_comma,
    thousands,
    leading_zeros,
    day_first,
    month_first
};

/// The number a text stands for: the value of an integer or decimal, days since 1970-01-01 of a
/// date or, with a fraction, of a date-time (in UTC where its zone is stated). None if the text is
/// not of that type (always none for text), or not of that notation.
[[nodiscard]] std::optional<double> parse_number(std::string_view text,
                                                 ValueType type,
                                                 Notation notation = Notation::standard);

/// A text of another notation in the standard one, digit by digit: `1.234,50` is `1234.50`,
/// `28.02.1980` is `1980-02-28`, `28.02.1980 9:05` is `1980-02-28 09:05:00`. What is not of that
/// notation comes back as it is.
[[nodiscard]] std::string standard_text(std::string_view text, Notation notation);

/// A day since 1970-01-01 as a text, `2020-02-17`.
[[nodiscard]] std::string day_text(double days);

/// A moment in days since 1970-01-01 as a text, `2020-02-17 13:05:00`, to the millisecond.
[[nodiscard]] std::string moment_text(double days);

}  // namespace kanon
