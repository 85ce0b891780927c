// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/slide_negative_binomial.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::risk {
namespace {

/// The condition on the classes of one, as a function of beta by its odds, exp(odds).
class Condition {
public:
    Condition(const SizeCounts& sizes, double fraction)
        : ones_(static_cast<double>(classes_of_size(sizes, 1))),
          twos_(static_cast<double>(classes_of_size(sizes, 2))),
          classes_(estimated_classes(sizes, fraction)),
          fraction_(fraction) {}

    /// Classes of one in the sample less those there are; above or below 0 on the two sides of a
    /// solution.
    [[nodiscard]] double excess(double odds) const {
        const double missed = (1 - fraction_) * unlike(odds);
        const double alpha = alpha_of(odds);
        const double power = alpha * (log_beta(odds) - std::log1p(-missed));
        return classes_ * fraction_ * std::exp(power) * (1 + alpha * missed / (1 - missed)) - ones_;
    }

    /// People who stand alone in the population.
    [[nodiscard]] double uniques(double odds) const {
        return classes_ * std::exp(alpha_of(odds) * log_beta(odds));
    }

private:
    [[nodiscard]] static double log_beta(double odds) { return -std::log1p(std::exp(-odds)); }

    /// 1 - beta.
    [[nodiscard]] static double unlike(double odds) { return 1 / (1 + std::exp(odds)); }

    /// The only alpha above 0 with which classes of two are to those of one as in the sample: the
    /// root of a quadratic equation.
    [[nodiscard]] double alpha_of(double odds) const {
        const double missed = (1 - fraction_) * unlike(odds);
        const double ratio = 2 * twos_ / ones_ * (1 - missed) / (fraction_ * unlike(odds));
        const double half = (2 - missed - ratio * missed) / 2;
        const double last = ratio * (1 - missed);
        const double root = std::sqrt(half * half + missed * last);
        return half > 0 ? last / (root + half) : (root - half) / missed;
    }

    double ones_;
    double twos_;
    double classes_;
    double fraction_;
};

double solution_between(const Condition& condition, double low, double high) {
    constexpr int kBisections = 100;
    const bool rises = condition.excess(high) > 0;
    for (int step = 0; step < kBisections; ++step) {
        const double middle = (low + high) / 2;
        ((condition.excess(middle) > 0) == rises ? high : low) = middle;
    }
    return low;
}

}  // namespace

double estimated_classes(const SizeCounts& sizes, double fraction) {
    double again = 0;
    double seen = 0;
    double unseen = 0;
    double once = 0;
    for (const SizeCount& one : sizes) {
        const auto size = static_cast<double>(one.size);
        const auto classes = static_cast<double>(one.classes);
        const double missed = std::pow(1 - fraction, size);
        again += classes * size * fraction * fraction * std::pow(1 - fraction * fraction, size - 1);
        seen += classes * (std::pow(1 - fraction * fraction, size) - missed);
        unseen += classes * missed;
        once += classes * size * fraction * std::pow(1 - fraction, size - 1);
    }
    const auto sampled = static_cast<double>(classes_in(sizes));
    if (seen <= 0 || once <= 0) {
        return sampled;
    }
    const auto ones = static_cast<double>(classes_of_size(sizes, 1));
    return sampled + ones * (again / seen) * (unseen / once) * (unseen / once);
}

std::optional<double> slide_negative_binomial_uniques(const SizeCounts& sizes, double fraction) {
    constexpr double kWidest = 30;  // of the odds: beta to some 13 digits from 0 and 1
    constexpr double kStep = 0.25;
    if (classes_of_size(sizes, 1) == 0 || classes_of_size(sizes, 2) == 0) {
        return std::nullopt;
    }
    const Condition condition(sizes, fraction);
    for (double odds = -kWidest; odds < kWidest; odds += kStep) {
        if ((condition.excess(odds) > 0) != (condition.excess(odds + kStep) > 0)) {
            return condition.uniques(solution_between(condition, odds, odds + kStep));
        }
    }
    return std::nullopt;
}

}  // namespace kanon::risk
