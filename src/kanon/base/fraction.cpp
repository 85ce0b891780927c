// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/fraction.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace kanon {
namespace {

template <class Number>
std::optional<Number> parsed(std::string_view text) {
    Number value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

/// The decimal number that is a hundredth of this one, rounded once: `5` is 0.05, `0.7` is 0.007.
std::optional<double> percent(std::string_view text) {
    while (text.ends_with(' ')) {
        text.remove_suffix(1);
    }
    const bool is_plain = text.find_first_not_of("0123456789.-") == std::string_view::npos;
    return is_plain && !text.empty() ? parsed<double>(fmt::format("{}e-2", text)) : std::nullopt;
}

}  // namespace

std::optional<double> decimal_or_fraction(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
        const std::optional<double> number = parsed<double>(text);
        return number && std::isfinite(*number) ? number : std::nullopt;
    }
    const auto over = parsed<std::uint32_t>(text.substr(0, slash));
    const auto under = parsed<std::uint32_t>(text.substr(slash + 1));
    if (!over || !under || *under == 0) {
        return std::nullopt;
    }
    return static_cast<double>(*over) / static_cast<double>(*under);
}

std::optional<double> number_or_percent(std::string_view text) {
    return text.ends_with('%') ? percent(text.substr(0, text.size() - 1))
                               : decimal_or_fraction(text);
}

std::string fraction_text(double number) {
    constexpr std::size_t kLong = 10;
    std::string text = fmt::format("{}", number);
    const double under = std::round(1 / number);
    const bool is_one_of = number > 0 && under < 4e9 && 1 / under == number;
    return text.size() > kLong && is_one_of ? fmt::format("1/{}", under) : text;
}

}  // namespace kanon
