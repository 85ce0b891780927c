// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/short_number.hpp"

#include "kanon/base/text/count_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace kanon {
namespace {

constexpr int kDigits = 4;
constexpr double kMost = 1e15;  ///< from here on no digits

/// The number rounded to kDigits significant digits.
double rounded(double number) {
    const std::string text = fmt::format("{:.{}e}", number, kDigits - 1);
    double out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

/// \pre 0.0001 <= number < 1e15, of kDigits significant digits
std::string plain_text(double number) {
    const auto whole = static_cast<std::uint64_t>(number);
    const int before = number < 1 ? 0 : static_cast<int>(std::to_string(whole).size());
    const int leading_zeros =
        number < 1 ? -static_cast<int>(std::floor(std::log10(number))) - 1 : 0;
    const int behind = std::max(0, kDigits - before + leading_zeros);
    std::string digits = fmt::format("{:.{}f}", number - static_cast<double>(whole), behind);
    if (behind > 0) {
        digits.erase(digits.find_last_not_of('0') + 1);
        digits.erase(digits.find_last_not_of('.') + 1);
    }
    return count_text(whole) + digits.substr(1);
}

}  // namespace

std::string short_number(double number) {
    constexpr double kLeast = 0.0001;
    if (std::isnan(number)) {
        return "–";
    }
    const bool below = number < 0;
    const double size = std::isinf(number) ? number : rounded(std::abs(number));
    if (size == 0) {
        return "0";
    }
    if (std::isinf(size)) {
        return below ? "-∞" : "∞";
    }
    if (size < kLeast) {
        return below ? "> -0.0001" : "< 0.0001";
    }
    const std::string sign = below ? "-" : "";
    return size < kMost ? sign + plain_text(size) : sign + "more than 10^15";
}

std::string exact_or_short(double number) {
    const bool is_count = number >= 0 && number < kMost && number == std::floor(number);
    return is_count ? count_text(static_cast<std::uint64_t>(number)) : short_number(number);
}

}  // namespace kanon
