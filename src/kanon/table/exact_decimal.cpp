// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/exact_decimal.hpp"

#include <charconv>
#include <cstdint>
#include <utility>

namespace kanon {
namespace {

constexpr std::int64_t kGreatestExponent = 1'000'000'000;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The text without the blanks around it.
std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Take a sign off the front; true if it is a minus.
bool take_sign(std::string_view& text) {
    const bool has_sign = !text.empty() && (text.front() == '-' || text.front() == '+');
    const bool is_minus = has_sign && text.front() == '-';
    text.remove_prefix(has_sign ? 1 : 0);
    return is_minus;
}

/// The digits of a number without its point, and the power of ten of the last one.
struct Digits {
    std::string digits;
    std::int64_t exponent = 0;
};

/// Take digits, with one point at most, off the front.
Digits take_digits(std::string_view& text) {
    Digits out;
    bool after_point = false;
    while (!text.empty() && (is_digit(text.front()) || (text.front() == '.' && !after_point))) {
        if (text.front() == '.') {
            after_point = true;
        } else {
            out.digits += text.front();
            out.exponent -= after_point ? 1 : 0;
        }
        text.remove_prefix(1);
    }
    return out;
}

/// The exponent that the rest of a number is; none if it is none.
std::optional<std::int64_t> exponent_of(std::string_view text) {
    if (text.empty()) {
        return 0;
    }
    if (text.front() != 'e' && text.front() != 'E') {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const bool is_minus = take_sign(text);
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const bool starts = !text.empty() && is_digit(text.front());
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    if (!starts || fault != std::errc{} || stop != end || value > kGreatestExponent) {
        return std::nullopt;
    }
    return is_minus ? -value : value;
}

/// As `-123e-2`: no zeros at either end of the digits; zero is `0`.
std::string spelled(bool is_minus, Digits number) {
    const std::size_t first = number.digits.find_first_not_of('0');
    if (first == std::string::npos) {
        return "0";
    }
    const std::size_t last = number.digits.find_last_not_of('0');
    number.exponent += static_cast<std::int64_t>(number.digits.size() - 1 - last);
    return (is_minus ? "-" : "") + number.digits.substr(first, last - first + 1) + "e" +
           std::to_string(number.exponent);
}

}  // namespace

std::optional<std::string> number_key(std::string_view text) {
    text = trimmed(text);
    const bool is_minus = take_sign(text);
    Digits number = take_digits(text);
    const std::optional<std::int64_t> exponent = exponent_of(text);
    if (number.digits.empty() || !exponent) {
        return std::nullopt;
    }
    number.exponent += *exponent;
    return spelled(is_minus, std::move(number));
}

std::optional<std::string> exact_decimal(std::string_view text) {
    const std::string_view bare = text.substr(text.starts_with('-') ? 1 : 0);
    const bool starts = !bare.empty() && (is_digit(bare.front()) || bare.front() == '.');
    const bool ends = !bare.empty() && (is_digit(bare.back()) || bare.back() == '.');
    const bool leading_zero = bare.size() > 1 && bare.front() == '0' && is_digit(bare[1]);
    return starts && ends && !leading_zero ? number_key(text) : std::nullopt;
}

}  // namespace kanon
