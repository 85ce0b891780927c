// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/entropies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace kanon::privacy {
namespace {

constexpr std::uint64_t kTabled = 64;

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

/// G(0) is no value; G of odd numbers is that of the even one below, but G(1).
constexpr std::array<double, kTabled> small_logs() {
    std::array<double, kTabled> out{};
    out[1] = -std::numbers::egamma - std::numbers::ln2;
    out[2] = 2 + out[1];
    for (std::uint64_t i = 3; i < kTabled; ++i) {
        out[i] = i % 2 == 1 ? out[i - 1] : out[i - 2] + 2 / static_cast<double>(i - 1);
    }
    return out;
}

constexpr std::array<double, kTabled> kSmallLogs = small_logs();

}  // namespace

double grassberger_log(std::uint64_t count) {
    if (count < kTabled) {
        return kSmallLogs[count];
    }
    // G(2j) = digamma(j + 1/2) + log 2, by its asymptotic series.
    const std::uint64_t half = count / 2;
    const auto j = static_cast<double>(half);
    const double square = 1 / (j * j);
    return std::log(2 * j) + square * (1.0 / 24 - square * (7.0 / 960 - square * 31.0 / 8064));
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
