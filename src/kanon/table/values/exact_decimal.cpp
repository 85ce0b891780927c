// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/exact_decimal.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/table/values/decimal_digits.hpp"

namespace kanon {
std::optional<std::string> number_key(std::string_view text) {
    const std::optional<DecimalDigits> number = decimal_digits(text);
    if (!number) {
        return std::nullopt;
    }
    if (number->digits.empty()) {
        return "0";
    }
    std::string key = number->negative ? "-" : "";
    key.append(number->digits).append("e").append(std::to_string(number->exponent));
    return key;
}

std::optional<std::string> exact_decimal(std::string_view text) {
    const std::string_view bare = text.substr(text.starts_with('-') ? 1 : 0);
    const bool starts = !bare.empty() && (is_digit(bare.front()) || bare.front() == '.');
    const bool ends = !bare.empty() && (is_digit(bare.back()) || bare.back() == '.');
    const bool leading_zero = bare.size() > 1 && bare.front() == '0' && is_digit(bare[1]);
    return starts && ends && !leading_zero ? number_key(text) : std::nullopt;
}

}  // namespace kanon
