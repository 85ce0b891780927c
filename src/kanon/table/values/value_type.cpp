// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/value_type.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/table/values/written_date.hpp"
#include "kanon/table/values/written_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <system_error>

namespace kanon {
namespace {

constexpr double kExactInteger = 9007199254740992.0;  // 2^53

std::optional<double> parse_integer(std::string_view text) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    const bool canonical = fault == std::errc{} && stop == end && std::to_string(value) == text;
    if (!canonical || std::abs(static_cast<double>(value)) > kExactInteger) {
        return std::nullopt;
    }
    return static_cast<double>(value);
}

std::optional<double> parse_decimal(std::string_view text) {
    const bool odd_start =
        text.empty() || (text[0] != '-' && text[0] != '.' && (text[0] < '0' || text[0] > '9'));
    const std::string_view digits = text.substr(!text.empty() && text[0] == '-' ? 1 : 0);
    const bool leading_zero = digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]);
    if (odd_start || leading_zero) {
        return std::nullopt;
    }
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    if (fault != std::errc{} || stop != end || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

/// The characters that a notation of numbers has within them.
struct Marks {
    char group = '.';  ///< parts groups of three digits, if there are any
    char point = ',';  ///< before the fraction
};

constexpr Marks kDecimalComma{.group = '.', .point = ','};
constexpr Marks kThousands{.group = ',', .point = '.'};

/// A number with such characters in standard notation; none if it is not one.
std::optional<std::string> with_decimal_point(std::string_view text, const Marks& marks) {
    constexpr std::size_t kGroup = 3;
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    const std::size_t point = std::min(text.find(marks.point), text.size());
    std::string out(text.substr(0, sign));
    const std::string_view whole = text.substr(sign, point - std::min(point, sign));
    std::size_t at = std::min(whole.find(marks.group), whole.size());
    if (at == 0 || (at < whole.size() && at > kGroup)) {
        return std::nullopt;
    }
    out += whole.substr(0, at);
    for (; at < whole.size(); at += kGroup + 1) {
        const std::string_view group = whole.substr(at + 1, kGroup);
        const bool parted = group.size() == kGroup && whole[at] == marks.group;
        if (!parted) {
            return std::nullopt;
        }
        out += group;
    }
    if (point < text.size()) {
        out += '.';
        out += text.substr(point + 1);
    }
    const bool digits = std::ranges::all_of(std::string_view(out).substr(sign),
                                            [](char c) { return is_digit(c) || c == '.'; });
    const bool right = digits && out.back() != '.' && parse_decimal(out);
    return right ? std::optional(out) : std::nullopt;
}

/// A number without the zeros before its first digit.
std::string without_leading_zeros(std::string_view text) {
    std::string out(text.substr(0, text.starts_with('-') ? 1 : 0));
    text.remove_prefix(out.size());
    while (text.size() > 1 && text[0] == '0' && is_digit(text[1])) {
        text.remove_prefix(1);
    }
    return out.append(text);
}

/// A number of a notation in the standard one; none if it is not of that notation, or that is none
/// of numbers.
std::optional<std::string> plain_number(std::string_view text, Notation notation) {
    switch (notation) {
        case Notation::decimal_comma:
            return with_decimal_point(text, kDecimalComma);
        case Notation::thousands:
            return text.find(kThousands.group) == std::string_view::npos
                       ? std::string(text)
                       : with_decimal_point(text, kThousands);
        case Notation::leading_zeros:
            return without_leading_zeros(text);
        case Notation::standard:
            return std::string(text);
        case Notation::day_first:
        case Notation::month_first:
            break;
    }
    return std::nullopt;
}

}  // namespace

std::string_view to_string(ValueType type) {
    constexpr std::array<std::string_view, 5> kNames{
        "integer", "decimal", "date", "datetime", "text"};
    return kNames[static_cast<std::size_t>(type)];
}

std::optional<double> parse_number(std::string_view text, ValueType type, Notation notation) {
    if (type == ValueType::date) {
        const std::optional<WrittenDate> date = written_date(text, notation);
        return date ? date->day(notation) : std::nullopt;
    }
    if (type == ValueType::datetime) {
        const std::optional<WrittenMoment> moment = written_moment(text, notation);
        return moment ? std::optional(moment->days()) : std::nullopt;
    }
    if (type == ValueType::text) {
        return std::nullopt;
    }
    if (notation != Notation::standard) {
        const std::optional<std::string> plain = plain_number(text, notation);
        return plain ? parse_number(*plain, type) : std::nullopt;
    }
    return type == ValueType::integer ? parse_integer(text) : parse_decimal(text);
}

std::string standard_text(std::string_view text, Notation notation) {
    switch (notation) {
        case Notation::standard:
            break;
        case Notation::decimal_comma:
        case Notation::thousands:
        case Notation::leading_zeros:
            return plain_number(text, notation).value_or(std::string(text));
        case Notation::day_first:
        case Notation::month_first:
            if (const auto moment = written_moment(text, notation)) {
                return moment->standard_text();
            }
            break;
    }
    return std::string(text);
}

std::string day_text(double days) {
    const std::chrono::year_month_day date{
        std::chrono::sys_days{std::chrono::days{std::llround(days)}}};
    return fmt::format("{:04}-{:02}-{:02}",
                       static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()),
                       static_cast<unsigned>(date.day()));
}

std::string moment_text(double days) {
    constexpr double kMilliseconds = 86400000;
    const double milliseconds = std::round(days * kMilliseconds);
    const double day = std::floor(milliseconds / kMilliseconds);
    const auto rest = static_cast<std::int64_t>(milliseconds - day * kMilliseconds);
    WrittenMoment moment{.day = static_cast<std::int64_t>(day),
                         .second = rest / 1000,
                         .fraction = fmt::format("{:03}", rest % 1000),
                         .has_time = true};
    moment.fraction.erase(moment.fraction.find_last_not_of('0') + 1);
    return moment.standard_text();
}

}  // namespace kanon
