// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/entropies.hpp"

#include <boost/math/special_functions/digamma.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace kanon::privacy {
namespace {

constexpr std::uint64_t kTabled = 64;  ///< counts that most values have

/// log n - (1/n) sum c log_of(c).
template <class LogOf>
std::optional<double> entropy(const ClassValues& values, const ClassView& view, LogOf log_of) {
    double weighted = 0;
    std::uint64_t rows = 0;
    values.each(view, [&](Code, std::uint64_t count) {
        weighted += static_cast<double>(count) * log_of(count);
        rows += count;
    });
    if (rows == 0) {
        return std::nullopt;
    }
    const auto n = static_cast<double>(rows);
    return std::log(n) - weighted / n;
}

double log_by_digamma(std::uint64_t count) {
    const std::uint64_t half = count / 2;
    return boost::math::digamma(static_cast<double>(half) + 0.5) + std::numbers::ln2;
}

std::array<double, kTabled> small_logs() {
    std::array<double, kTabled> out{};
    for (std::uint64_t count = 1; count < kTabled; ++count) {
        out[count] = log_by_digamma(count);
    }
    return out;
}

}  // namespace

double grassberger_log(std::uint64_t count) {
    static const std::array<double, kTabled> small = small_logs();
    return count < kTabled ? small[count] : log_by_digamma(count);
}

std::optional<double> shannon_entropy(const ClassValues& values, const ClassView& view) {
    return entropy(
        values, view, [](std::uint64_t count) { return std::log(static_cast<double>(count)); });
}

std::optional<double> grassberger_entropy(const ClassValues& values, const ClassView& view) {
    const std::optional<double> estimate = entropy(values, view, grassberger_log);
    if (!estimate) {
        return std::nullopt;
    }
    return std::min(*estimate, std::log(static_cast<double>(values.distinct(view))));
}

}  // namespace kanon::privacy
