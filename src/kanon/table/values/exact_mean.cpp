// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/exact_mean.hpp"

#include "kanon/base/check.hpp"
#include "kanon/table/values/decimal_digits.hpp"

#include <algorithm>
#include <limits>
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
    for (unsigned i = 0; i < places; ++i) {
        one_ *= 10;
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

ExactMean::Wide ExactMean::released(Wide sum, std::uint64_t rows) const {
    const Wide divisor = static_cast<Wide>(rows) * unit_;
    const Wide size = sum < 0 ? -sum : sum;
    constexpr Wide kNarrow = std::numeric_limits<std::int64_t>::max();
    Wide units = 0;
    Wide rest = 0;
    if (size <= kNarrow &&
        divisor <= kNarrow) {  // a division of half the width, many times as fast
        const auto narrow = static_cast<std::int64_t>(size);
        units = narrow / static_cast<std::int64_t>(divisor);
        rest = narrow % static_cast<std::int64_t>(divisor);
    } else {
        units = size / divisor;
        rest = size % divisor;
    }
    units += rest * 2 >= divisor ? 1 : 0;
    return (sum < 0 ? -units : units) * unit_;
}

std::string ExactMean::text() const {
    KANON_CHECK(rows_ > 0);
    Wide units = released(sum_, rows_) / unit_;
    const bool negative = units < 0;
    units = negative ? -units : units;
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
