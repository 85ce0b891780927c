// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/decimal_digits.hpp"

#include "kanon/base/text/ascii.hpp"

#include <charconv>

namespace kanon {
namespace {

constexpr std::int64_t kGreatestExponent = 1'000'000'000;

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

/// Take digits, with one point at most, off the front.
DecimalDigits take_digits(std::string_view& text) {
    DecimalDigits out;
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

}  // namespace

void DecimalDigits::trim() {
    const std::size_t last = digits.find_last_not_of('0');
    if (last == std::string::npos) {
        *this = DecimalDigits();
        return;
    }
    exponent += static_cast<std::int64_t>(digits.size() - 1 - last);
    digits.erase(last + 1);
    digits.erase(0, digits.find_first_not_of('0'));
}

std::optional<DecimalDigits> decimal_digits(std::string_view text) {
    text = trimmed(text);
    const bool negative = take_sign(text);
    DecimalDigits number = take_digits(text);
    const std::optional<std::int64_t> exponent = exponent_of(text);
    if (number.digits.empty() || !exponent) {
        return std::nullopt;
    }
    number.exponent += *exponent;
    number.negative = negative;
    number.trim();
    return number;
}

}  // namespace kanon
