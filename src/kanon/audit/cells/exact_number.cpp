// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/exact_number.hpp"

#include <algorithm>
#include <charconv>

namespace kanon::auditing {
namespace {

/// Whole numbers of any length: their digits, no zero in front, none at all for zero.
std::string without_leading_zeros(const std::string& digits) {
    return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

int compare_naturals(const std::string& a, const std::string& b) {
    return a.size() != b.size() ? (a.size() < b.size() ? -1 : 1) : a.compare(b);
}

/// a - b. \pre a >= b
std::string subtract(const std::string& a, const std::string& b) {
    std::string out = a;
    int borrowed = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        char& digit = out[out.size() - 1 - i];
        const int taken = (i < b.size() ? b[b.size() - 1 - i] - '0' : 0) + borrowed;
        borrowed = digit - '0' < taken ? 1 : 0;
        digit = static_cast<char>(digit - taken + 10 * borrowed);
    }
    return without_leading_zeros(out);
}

std::string difference(const std::string& a, const std::string& b) {
    return compare_naturals(a, b) >= 0 ? subtract(a, b) : subtract(b, a);
}

bool divides(const std::string& step, const std::string& number) {
    std::string rest;
    for (const char digit : number) {
        rest += digit;
        rest = without_leading_zeros(rest);
        while (compare_naturals(rest, step) >= 0) {
            rest = subtract(rest, step);
        }
    }
    return rest.empty();
}

}  // namespace

ExactNumber::ExactNumber(std::string_view text) : negative_(text.front() == '-') {
    const std::string_view unsigned_text = text.substr(negative_ ? 1 : 0);
    const std::size_t e = std::min(unsigned_text.find_first_of("eE"), unsigned_text.size());
    const std::string_view mantissa = unsigned_text.substr(0, e);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    whole_ = mantissa.substr(0, point);
    fraction_ = mantissa.substr(std::min(point + 1, mantissa.size()));
    const bool zero = (whole_ + fraction_).find_first_not_of('0') == std::string::npos;
    int exponent = 0;
    if (e < unsigned_text.size() && !zero) {
        const std::string_view digits =
            unsigned_text.substr(e + (unsigned_text[e + 1] == '+' ? 2 : 1));
        std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    }
    for (; exponent > 0; --exponent) {
        whole_ += fraction_.empty() ? '0' : fraction_.front();
        fraction_.erase(0, 1);
    }
    for (; exponent < 0; ++exponent) {
        fraction_.insert(fraction_.begin(), whole_.empty() ? '0' : whole_.back());
        whole_.resize(whole_.empty() ? 0 : whole_.size() - 1);
    }
    whole_ = without_leading_zeros(whole_);
    fraction_.resize(fraction_.find_last_not_of('0') + 1);
    negative_ = negative_ && !is_zero();
}

std::string ExactNumber::scaled(std::size_t places) const {
    return without_leading_zeros(whole_ + fraction_ + std::string(places - fraction_.size(), '0'));
}

int ExactNumber::compare(const ExactNumber& other) const {
    if (negative_ != other.negative_) {
        return negative_ ? -1 : 1;
    }
    const std::size_t places = std::max(fraction_.size(), other.fraction_.size());
    const int by_size = compare_naturals(scaled(places), other.scaled(places));
    return negative_ ? -by_size : by_size;
}

bool ExactNumber::is_nearest_multiple(const ExactNumber& original, const ExactNumber& step) const {
    if (!is_zero() && negative_ != original.negative_) {
        return false;
    }
    const std::size_t places =
        std::max({fraction_.size(), original.fraction_.size(), step.fraction_.size()});
    const std::string number = scaled(places);
    const std::string width = step.scaled(places);
    if (!divides(width, number)) {
        return false;
    }
    const std::string from = original.scaled(places);
    const std::string away = difference(number, from);
    const int left = compare_naturals(away, difference(width, away));
    const bool within = compare_naturals(away, width) < 0;
    return within && (left < 0 || (left == 0 && compare_naturals(number, from) > 0));
}

}  // namespace kanon::auditing
