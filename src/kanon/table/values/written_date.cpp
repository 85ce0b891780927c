// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/written_date.hpp"

#include "kanon/base/text/ascii.hpp"

#include <chrono>
#include <cstddef>

namespace kanon {
namespace {

/// Take a number of so many digits off the front; none if fewer stand there.
std::optional<unsigned> take_digits(std::string_view& text, std::size_t least, std::size_t most) {
    unsigned value = 0;
    std::size_t count = 0;
    for (; count < most && count < text.size() && is_digit(text[count]); ++count) {
        value = value * 10 + static_cast<unsigned>(text[count] - '0');
    }
    text.remove_prefix(count);
    return count < least ? std::nullopt : std::optional(value);
}

bool take_separator(std::string_view& text, char separator) {
    const bool there = text.starts_with(separator);
    text.remove_prefix(there ? 1 : 0);
    return there;
}

/// `1980-02-28`, `80/02/28`: two digits each, but for the year's four.
std::optional<WrittenDate> year_first(std::string_view text) {
    constexpr std::size_t kLong = 10;
    constexpr std::size_t kShort = 8;
    WrittenDate date{.parts = {}, .separator = '-', .long_year = text.size() == kLong};
    if (!date.long_year && text.size() != kShort) {
        return std::nullopt;
    }
    const std::size_t year_digits = date.long_year ? 4 : 2;
    date.separator = text[year_digits];
    const auto year = take_digits(text, year_digits, year_digits);
    const bool first = take_separator(text, date.separator);
    const auto month = take_digits(text, 2, 2);
    const bool second = take_separator(text, date.separator);
    const auto day = take_digits(text, 2, 2);
    const bool whole = year && first && month && second && day && text.empty();
    if (!whole || (date.separator != '-' && date.separator != '/')) {
        return std::nullopt;
    }
    date.parts = {*year, *month, *day};
    return date;
}

/// `28.02.1980`, `2/28/80`.
std::optional<WrittenDate> year_last(std::string_view text) {
    const auto first = take_digits(text, 1, 2);
    if (!first || text.empty()) {
        return std::nullopt;
    }
    WrittenDate date{.parts = {}, .separator = text.front(), .long_year = true};
    const bool parted = take_separator(text, date.separator);
    const auto second = take_digits(text, 1, 2);
    const bool parted_again = take_separator(text, date.separator);
    date.long_year = text.size() == 4;
    const auto year = take_digits(text, date.long_year ? 4 : 2, date.long_year ? 4 : 2);
    const bool whole = parted && second && parted_again && year && text.empty();
    if (!whole || std::string_view("./-").find(date.separator) == std::string_view::npos) {
        return std::nullopt;
    }
    date.parts = {*first, *second, *year};
    return date;
}

}  // namespace

std::optional<double> WrittenDate::day(Notation notation) const {
    const bool day_leads = notation == Notation::day_first;
    const bool year_trails = day_leads || notation == Notation::month_first;
    const auto [year_at, month_at, day_at] =
        year_trails ? std::array<std::size_t, 3>{2, day_leads ? 1U : 0U, day_leads ? 0U : 1U}
                    : std::array<std::size_t, 3>{0, 1, 2};
    const int year = static_cast<int>(parts[year_at]);
    const int century = long_year ? 0 : (year >= 30 ? 1900 : 2000);
    const std::chrono::year_month_day date{std::chrono::year{year + century},
                                           std::chrono::month{parts[month_at]},
                                           std::chrono::day{parts[day_at]}};
    if (!date.ok()) {
        return std::nullopt;
    }
    return static_cast<double>(std::chrono::sys_days{date}.time_since_epoch().count());
}

std::optional<WrittenDate> written_date(std::string_view text, Notation notation) {
    const bool year_trails = notation == Notation::day_first || notation == Notation::month_first;
    return year_trails ? year_last(text) : year_first(text);
}

}  // namespace kanon
