// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/statistics_dates.hpp"

#include "kanon/io/foreign/clock_text.hpp"
#include "kanon/table/values/value_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace kanon::io {
namespace {

constexpr double kSecondsOfDay = 86400;

using Unit = std::pair<std::string_view, TimeUnit>;

/// The letters at the front of a format, in capitals.
std::string format_word(std::string_view format) {
    std::string word;
    for (const char c : format) {
        const bool small = c >= 'a' && c <= 'z';
        if (!small && !(c >= 'A' && c <= 'Z')) {
            break;
        }
        word += small ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return word;
}

template <std::size_t Size>
TimeUnit unit_of_word(const std::array<Unit, Size>& units, std::string_view word) {
    const auto found = std::ranges::find(units, word, &Unit::first);
    return found == units.end() ? TimeUnit::none : found->second;
}

TimeUnit unit_of_spss(std::string_view word) {
    constexpr std::array<Unit, 13> kUnits{{{"DATE", TimeUnit::seconds},
                                           {"ADATE", TimeUnit::seconds},
                                           {"EDATE", TimeUnit::seconds},
                                           {"JDATE", TimeUnit::seconds},
                                           {"SDATE", TimeUnit::seconds},
                                           {"DATETIME", TimeUnit::seconds},
                                           {"YMDHMS", TimeUnit::seconds},
                                           {"MOYR", TimeUnit::seconds},
                                           {"QYR", TimeUnit::seconds},
                                           {"WKYR", TimeUnit::seconds},
                                           {"TIME", TimeUnit::clock},
                                           {"DTIME", TimeUnit::clock},
                                           {"MTIME", TimeUnit::clock}}};
    return unit_of_word(kUnits, word);
}

TimeUnit unit_of_sas(std::string_view word) {
    constexpr std::array<std::string_view, 9> kSeconds{"DATETIME",
                                                       "DATEAMPM",
                                                       "DTDATE",
                                                       "DTMONYY",
                                                       "DTYEAR",
                                                       "DTWKDATX",
                                                       "MDYAMPM",
                                                       "NLDATM",
                                                       "TIMESTAMP"};
    constexpr std::array<std::string_view, 17> kDays{"DATE",
                                                     "DDMMYY",
                                                     "DDMMYYB",
                                                     "DDMMYYC",
                                                     "DDMMYYD",
                                                     "DDMMYYN",
                                                     "DDMMYYP",
                                                     "DDMMYYS",
                                                     "JULIAN",
                                                     "NLDATE",
                                                     "WEEKDATE",
                                                     "WEEKDATX",
                                                     "WORDDATE",
                                                     "WORDDATX",
                                                     "MONYY",
                                                     "YYMON",
                                                     "YYQ"};
    constexpr std::array<std::string_view, 5> kClock{"TIME", "TOD", "HHMM", "TIMEAMPM", "NLTIME"};
    if (std::ranges::find(kSeconds, word) != kSeconds.end()) {
        return TimeUnit::seconds;
    }
    const bool of_parts = word.starts_with("MMDDYY") || word.starts_with("YYMMDD");
    if (of_parts || std::ranges::find(kDays, word) != kDays.end()) {
        return TimeUnit::days;
    }
    return std::ranges::find(kClock, word) != kClock.end() ? TimeUnit::clock : TimeUnit::none;
}

/// ISO formats of SAS have digits in their names: E8601DA, B8601DT, IS8601TM.
TimeUnit unit_of_iso(std::string_view format) {
    const std::size_t at = format.find("8601");
    if (at == std::string_view::npos) {
        return TimeUnit::none;
    }
    const std::string_view kind = format.substr(at + 4, 2);
    if (kind == "DA") {
        return TimeUnit::days;
    }
    return kind == "DT" || kind == "DZ" ? TimeUnit::seconds
           : kind == "TM"               ? TimeUnit::clock
                                        : TimeUnit::none;
}

TimeUnit unit_of_stata(std::string_view format) {
    std::string_view rest = format;
    while (rest.starts_with('%') || rest.starts_with('-')) {
        rest.remove_prefix(1);
    }
    if (rest.starts_with('d')) {
        return TimeUnit::days;
    }
    constexpr std::string_view kLetters = "dcCwmqh";
    constexpr std::array<TimeUnit, kLetters.size()> kUnits{TimeUnit::days,
                                                           TimeUnit::milliseconds,
                                                           TimeUnit::milliseconds,
                                                           TimeUnit::weeks,
                                                           TimeUnit::months,
                                                           TimeUnit::quarters,
                                                           TimeUnit::half_years};
    const std::size_t place =
        rest.size() > 1 && rest[0] == 't' ? kLetters.find(rest[1]) : std::string_view::npos;
    return place == std::string_view::npos ? TimeUnit::none : kUnits[place];
}

/// Seconds since 1970-01-01 as a date, and a time where it is not midnight.
std::optional<std::string> moment_text(double seconds) {
    constexpr std::int64_t kDay = 86400000;   // milliseconds
    constexpr std::int64_t kFirst = -719528;  // 0000-01-01, in days
    constexpr std::int64_t kLast = 2932896;   // 9999-12-31
    constexpr double kLongest = 1e12;
    if (!(std::abs(seconds) < kLongest)) {
        return std::nullopt;
    }
    const auto milliseconds = static_cast<std::int64_t>(std::llround(seconds * 1000));
    const std::int64_t of_day = (milliseconds % kDay + kDay) % kDay;
    const std::int64_t day = (milliseconds - of_day) / kDay;
    if (day < kFirst || day > kLast) {
        return std::nullopt;
    }
    const std::string date = day_text(static_cast<double>(day));
    return of_day == 0 ? date : date + " " + clock_text(of_day);
}

/// Steps since the beginning of 1960, `parts` of them a year: `2020-Q1`.
std::optional<std::string> step_text(double value, int parts, std::string_view letter) {
    constexpr double kYears = 8039;  // from 1960 to 9999
    const double year = std::floor(value / parts);
    if (value != std::trunc(value) || !(year >= -1960 && year <= kYears)) {
        return std::nullopt;
    }
    const auto part = static_cast<int>(value - year * parts) + 1;
    return fmt::format(
        "{:04}-{}{:0{}}", static_cast<int>(year) + 1960, letter, part, parts > 9 ? 2 : 1);
}

}  // namespace

TimeUnit unit_of_format(Format program, std::string_view format) {
    if (program == Format::stata) {
        return unit_of_stata(format);
    }
    const std::string word = format_word(format);
    if (program == Format::spss) {
        return unit_of_spss(word);
    }
    const TimeUnit iso = unit_of_iso(format);
    return iso == TimeUnit::none ? unit_of_sas(word) : iso;
}

std::optional<std::string> text_of_time(Format program, TimeUnit unit, double value) {
    constexpr double kFromSpss = -141428;  // 1582-10-14, in days since 1970-01-01
    constexpr double kFrom1960 = -3653;
    const double first = (program == Format::spss ? kFromSpss : kFrom1960) * kSecondsOfDay;
    constexpr double kLongest = 1e12;
    switch (unit) {
        case TimeUnit::days:
            return moment_text(first + value * kSecondsOfDay);
        case TimeUnit::seconds:
            return moment_text(first + value);
        case TimeUnit::milliseconds:
            return moment_text(first + value / 1000);
        case TimeUnit::clock:
            return std::abs(value) < kLongest
                       ? std::optional(clock_text(std::llround(value * 1000)))
                       : std::nullopt;
        case TimeUnit::weeks:
            return step_text(value, 52, "W");
        case TimeUnit::months:
            return step_text(value, 12, "");
        case TimeUnit::quarters:
            return step_text(value, 4, "Q");
        case TimeUnit::half_years:
            return step_text(value, 2, "H");
        case TimeUnit::none:
            break;
    }
    return std::nullopt;
}

}  // namespace kanon::io
