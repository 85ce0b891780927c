// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/equal_values.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <numeric>
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

/// What the spellings of one number or date have in common; none for other texts.
std::optional<std::string> value_key(std::string_view text, ValueType type) {
    if (type != ValueType::date) {
        if (std::optional<std::string> number = number_key(text)) {
            return number;
        }
    }
    if (type != ValueType::decimal) {
        if (const std::optional<double> day = parse_number(text, ValueType::date)) {
            return "day " + std::to_string(static_cast<std::int64_t>(*day));
        }
    }
    return std::nullopt;
}

/// True if another value may be the same number or date: in a column of numbers only one that is
/// equal as a double, and so beside it.
bool may_have_equal(const Dictionary& dictionary, Code code) {
    if (!dictionary.is_numeric()) {
        return true;
    }
    const double number = dictionary.number(code);
    return (code > 0 && dictionary.number(code - 1) == number) ||
           (code + 1 < dictionary.value_count() && dictionary.number(code + 1) == number);
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

std::vector<Code> equal_values(const Dictionary& dictionary) {
    if (dictionary.type() == ValueType::integer) {
        return {};
    }
    std::vector<std::pair<std::string, Code>> keys;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        if (may_have_equal(dictionary, code)) {
            if (auto key = value_key(dictionary.text(code), dictionary.type())) {
                keys.emplace_back(std::move(*key), code);
            }
        }
    }
    std::sort(keys.begin(), keys.end());
    std::vector<Code> value_of(dictionary.size());
    std::iota(value_of.begin(), value_of.end(), Code{0});
    bool any = false;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        if (keys[i].first == keys[i - 1].first) {
            value_of[keys[i].second] = value_of[keys[i - 1].second];
            any = true;
        }
    }
    return any ? value_of : std::vector<Code>();
}

}  // namespace kanon
