// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/decimal.hpp"

#include "kanon/base/check.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace kanon {
namespace {

constexpr std::uint64_t kTen = 10;

std::uint64_t digit_of(char c) {
    return static_cast<std::uint64_t>(c - '0');
}

char digit_text(std::uint64_t digit) {
    return static_cast<char>('0' + digit);
}

/// A whole number of any length divided by one of at most 18 digits.
struct Quotient {
    std::string digits;
    std::uint64_t rest = 0;
};

Quotient divide(std::string_view digits, std::uint64_t divisor) {
    Quotient out;
    for (const char c : digits) {
        const std::uint64_t part = out.rest * kTen + digit_of(c);
        out.digits += digit_text(part / divisor);
        out.rest = part % divisor;
    }
    return out;
}

/// digits * factor + `more`, for a factor of at most 18 digits; `more` is at most the factor.
std::string multiply(std::string_view digits, std::uint64_t factor, std::uint64_t more) {
    std::string out(digits);
    std::uint64_t carry = more;
    for (std::size_t at = out.size(); at-- > 0;) {
        const std::uint64_t part = digit_of(out[at]) * factor + carry;
        out[at] = digit_text(part % kTen);
        carry = part / kTen;
    }
    return carry == 0 ? out : std::to_string(carry) + out;
}

}  // namespace

std::optional<Decimal> Decimal::parse(std::string_view text) {
    std::optional<DecimalDigits> number = decimal_digits(text);
    if (!number || !parse_number(text, ValueType::decimal)) {
        return std::nullopt;
    }
    Decimal out;
    out.number_ = std::move(*number);
    return out;
}

std::string Decimal::text() const {
    if (number_.digits.empty()) {
        return "0";
    }
    std::string out = number_.digits;
    if (number_.exponent >= 0) {
        out.append(static_cast<std::size_t>(number_.exponent), '0');
    } else {
        const auto places = static_cast<std::size_t>(-number_.exponent);
        if (out.size() <= places) {
            out.insert(0, places + 1 - out.size(), '0');
        }
        out.insert(out.size() - places, 1, '.');
    }
    return (number_.negative ? "-" : "") + out;
}

bool Decimal::is_step() const {
    return is_positive() && number_.digits.size() <= kMostStepDigits;
}

int Decimal::compare_size(const Decimal& other) const {
    if (number_.digits.empty() || other.number_.digits.empty()) {
        return (number_.digits.empty() ? 0 : 1) - (other.number_.digits.empty() ? 0 : 1);
    }
    // Where the first digits stand decides; then the digits, of which none is a zero at the end.
    const auto place = [](const DecimalDigits& number) {
        return number.exponent + static_cast<std::int64_t>(number.digits.size());
    };
    const std::int64_t ahead = place(number_) - place(other.number_);
    return ahead == 0 ? number_.digits.compare(other.number_.digits) : ahead < 0 ? -1 : 1;
}

int Decimal::compare(const Decimal& other) const {
    if (number_.negative != other.number_.negative) {
        return number_.negative ? -1 : 1;
    }
    return number_.negative ? other.compare_size(*this) : compare_size(other);
}

Decimal Decimal::rounded(const Decimal& step) const {
    KANON_CHECK(step.is_step());
    std::uint64_t width = 0;
    const std::string& digits = step.number_.digits;
    std::from_chars(digits.data(), digits.data() + digits.size(), width);
    // The number in units of the step's last digit, and what is left of it behind the point.
    std::string units = number_.digits;
    bool half_behind = false;
    const std::int64_t shift = number_.exponent - step.number_.exponent;
    if (shift >= 0) {
        units.append(static_cast<std::size_t>(shift), '0');
    } else {
        const auto behind = static_cast<std::size_t>(-shift);
        if (units.size() < behind) {
            units.insert(0, behind - units.size(), '0');
        }
        half_behind = units[units.size() - behind] >= '5';
        units.erase(units.size() - behind);
    }
    const Quotient quotient = divide(units, width);
    // 2 * (rest + behind) >= width, where behind is below 1.
    const std::uint64_t twice = 2 * quotient.rest;
    const bool up = twice >= width || (twice + 1 == width && half_behind);
    Decimal out;
    out.number_.negative = number_.negative;
    out.number_.digits = multiply(quotient.digits, width, up ? width : 0);
    out.number_.exponent = step.number_.exponent;
    out.number_.trim();
    return out;
}

}  // namespace kanon
