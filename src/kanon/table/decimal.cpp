// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/decimal.hpp"

#include "kanon/base/check.hpp"
#include "kanon/table/dictionary.hpp"

#include <algorithm>
#include <charconv>

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
    if (!parse_number(text, ValueType::decimal)) {
        return std::nullopt;
    }
    Decimal out;
    out.negative_ = text.front() == '-';
    const std::size_t e = std::min(text.find_first_of("eE"), text.size());
    bool fraction = false;
    for (const char c : text.substr(0, e)) {
        if (c == '.') {
            fraction = true;
        } else if (c != '-') {
            out.digits_ += c;
            out.exponent_ -= fraction ? 1 : 0;
        }
    }
    if (e < text.size() && out.digits_.find_first_not_of('0') != std::string::npos) {
        const std::size_t sign = text[e + 1] == '+' ? 1 : 0;
        int exponent = 0;
        std::from_chars(text.data() + e + 1 + sign, text.data() + text.size(), exponent);
        out.exponent_ += exponent;
    }
    out.trim();
    return out;
}

void Decimal::trim() {
    const std::size_t last = digits_.find_last_not_of('0');
    if (last == std::string::npos) {
        *this = Decimal();
        return;
    }
    exponent_ += static_cast<int>(digits_.size() - last - 1);
    digits_.erase(last + 1);
    digits_.erase(0, digits_.find_first_not_of('0'));
}

std::string Decimal::text() const {
    if (digits_.empty()) {
        return "0";
    }
    std::string out = digits_;
    if (exponent_ >= 0) {
        out.append(static_cast<std::size_t>(exponent_), '0');
    } else {
        const auto places = static_cast<std::size_t>(-exponent_);
        if (out.size() <= places) {
            out.insert(0, places + 1 - out.size(), '0');
        }
        out.insert(out.size() - places, 1, '.');
    }
    return (negative_ ? "-" : "") + out;
}

bool Decimal::is_step() const {
    return is_positive() && digits_.size() <= kMostStepDigits;
}

int Decimal::compare_size(const Decimal& other) const {
    if (digits_.empty() || other.digits_.empty()) {
        return (digits_.empty() ? 0 : 1) - (other.digits_.empty() ? 0 : 1);
    }
    // Where the first digits stand decides; then the digits, of which none is a zero at the end.
    const int here = exponent_ + static_cast<int>(digits_.size());
    const int there = other.exponent_ + static_cast<int>(other.digits_.size());
    return here != there ? here - there : digits_.compare(other.digits_);
}

int Decimal::compare(const Decimal& other) const {
    if (negative_ != other.negative_) {
        return negative_ ? -1 : 1;
    }
    return negative_ ? other.compare_size(*this) : compare_size(other);
}

Decimal Decimal::rounded(const Decimal& step) const {
    KANON_CHECK(step.is_step());
    std::uint64_t width = 0;
    std::from_chars(step.digits_.data(), step.digits_.data() + step.digits_.size(), width);
    // The number in units of the step's last digit, and what is left of it behind the point.
    std::string units = digits_;
    bool half_behind = false;
    const int shift = exponent_ - step.exponent_;
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
    out.negative_ = negative_;
    out.digits_ = multiply(quotient.digits, width, up ? width : 0);
    out.exponent_ = step.exponent_;
    out.trim();
    return out;
}

}  // namespace kanon
