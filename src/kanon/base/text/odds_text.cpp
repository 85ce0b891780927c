// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/odds_text.hpp"

#include "kanon/base/text/short_number.hpp"

#include <fmt/format.h>

#include <cmath>

namespace kanon {
namespace {

/// With one digit behind the point, unless that is 0.
std::string share_text(double share) {
    constexpr double kLeast = 0.0005;
    std::string digits = share < kLeast ? "< 0.1" : fmt::format("{:.1f}", 100 * share);
    if (digits.ends_with(".0")) {
        digits.resize(digits.size() - 2);
    }
    return digits + " %";
}

}  // namespace

std::string odds_text(double risk) {
    constexpr double kPrecise = 10;  ///< of fewer people a digit behind the point counts
    if (!(risk > 0)) {
        return "0 %";
    }
    if (risk >= 1) {
        return "100 % (certain)";
    }
    const double people = 1 / risk;
    const double shown =
        people < kPrecise ? std::round(people * kPrecise) / kPrecise : std::round(people);
    return shown > 1 ? fmt::format("{} (1 in {})", share_text(risk), exact_or_short(shown))
                     : share_text(risk);
}

}  // namespace kanon
