// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/exact_mean.hpp"

#include "kanon/base/check.hpp"
#include "kanon/table/decimal_digits.hpp"

#include <algorithm>
#include <optional>

namespace kanon {
namespace {

/// Digits behind the point.
std::int64_t places_of(const DecimalDigits& number) {
    return std::max<std::int64_t>(0, -number.exponent);
}

/// Digits before the point.
std::int64_t whole_digits_of(const DecimalDigits& number) {
    return std::max<std::int64_t>(
        0, static_cast<std::int64_t>(number.digits.size()) + number.exponent);
}

/// The number of a code. \pre it is no date and no text
DecimalDigits number_of(const Dictionary& dictionary, Code code) {
    const std::optional<DecimalDigits> number = decimal_digits(dictionary.text(code));
    KANON_CHECK(number.has_value());
    return *number;
}

bool has_numbers(const Dictionary& dictionary) {
    return dictionary.type() == ValueType::integer || dictionary.type() == ValueType::decimal;
}

}  // namespace

unsigned decimal_places(const Dictionary& dictionary) {
    std::int64_t places = 0;
    for (Code code = 0; has_numbers(dictionary) && code < dictionary.value_count(); ++code) {
        if (!dictionary.is_open(code)) {
            places = std::max(places, places_of(number_of(dictionary, code)));
        }
    }
    return static_cast<unsigned>(places);
}

bool has_exact_mean(const Dictionary& dictionary, unsigned digits) {
    if (!has_numbers(dictionary)) {
        return false;
    }
    const std::int64_t places = std::max(decimal_places(dictionary), digits);
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const bool fits =
            !dictionary.is_open(code) && whole_digits_of(number_of(dictionary, code)) + places <=
                                             static_cast<std::int64_t>(kMostMeanDigits);
        if (!fits) {
            return false;
        }
    }
    return true;
}

ExactMean::ExactMean(const Dictionary& dictionary, unsigned digits) : digits_(digits) {
    KANON_CHECK(has_exact_mean(dictionary, digits));
    const unsigned places = std::max(decimal_places(dictionary), digits);
    for (unsigned i = digits; i < places; ++i) {
        unit_ *= 10;
    }
    scaled_.resize(dictionary.value_count());
    for (Code code = 0; code < scaled_.size(); ++code) {
        const DecimalDigits number = number_of(dictionary, code);
        Wide& scaled = scaled_[code];
        for (const char digit : number.digits) {
            scaled = scaled * 10 + (digit - '0');
        }
        for (std::int64_t i = number.exponent + static_cast<std::int64_t>(places);
             i > 0 && scaled != 0;
             --i) {
            scaled *= 10;
        }
        scaled = number.negative ? -scaled : scaled;
    }
}

std::string ExactMean::text() const {
    KANON_CHECK(rows_ > 0);
    const Wide divisor = static_cast<Wide>(rows_) * unit_;
    const Wide size = sum_ < 0 ? -sum_ : sum_;
    Wide units = size / divisor;
    units += (size % divisor) * 2 >= divisor ? 1 : 0;
    const bool negative = sum_ < 0 && units != 0;
    std::string out;
    for (unsigned place = 0; units != 0 || place <= digits_; ++place) {
        if (place == digits_ && digits_ > 0) {
            out += '.';
        }
        out += static_cast<char>('0' + static_cast<int>(units % 10));
        units /= 10;
    }
    out += negative ? "-" : "";
    std::reverse(out.begin(), out.end());
    return out;
}

}  // namespace kanon
