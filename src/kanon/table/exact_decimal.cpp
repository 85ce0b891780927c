// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/exact_decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace kanon {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The exponent that stands at the end of a number, which is cut off; 0 if there is none. None if
/// it is malformed or too large to count with.
std::optional<std::int64_t> take_exponent(std::string_view& text) {
    constexpr std::int64_t kMost = 1'000'000'000'000;
    const std::size_t sign = text.find_first_of("eE");
    if (sign == std::string_view::npos) {
        return 0;
    }
    std::string_view digits = text.substr(sign + 1);
    text = text.substr(0, sign);
    const std::string_view bare =
        digits.substr(digits.starts_with('+') || digits.starts_with('-') ? 1 : 0);
    digits.remove_prefix(digits.starts_with('+') ? 1 : 0);
    std::int64_t exponent = 0;
    const auto [stop, fault] =
        std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    const bool good = !bare.empty() && std::ranges::all_of(bare, is_digit) &&
                      fault == std::errc{} && -kMost < exponent && exponent < kMost;
    return good ? std::optional(exponent) : std::nullopt;
}

}  // namespace

std::optional<std::string> exact_decimal(std::string_view text) {
    const bool negative = text.starts_with('-');
    text.remove_prefix(negative ? 1 : 0);
    std::optional<std::int64_t> exponent = take_exponent(text);
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    const std::string_view part =
        point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
    std::string digits(whole);
    digits += part;
    const bool leading_zero = whole.size() > 1 && whole.front() == '0';
    if (!exponent || digits.empty() || leading_zero || !std::ranges::all_of(digits, is_digit)) {
        return std::nullopt;
    }
    *exponent -= static_cast<std::int64_t>(part.size());
    const std::size_t first = digits.find_first_not_of('0');
    if (first == std::string::npos) {
        return "0";
    }
    const std::size_t last = digits.find_last_not_of('0');
    *exponent += static_cast<std::int64_t>(digits.size() - 1 - last);
    return (negative ? "-" : "") + digits.substr(first, last - first + 1) + "e" +
           std::to_string(*exponent);
}

}  // namespace kanon
