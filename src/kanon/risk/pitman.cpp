// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/pitman.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::risk {
namespace {

constexpr int kSteps = 100;           ///< of bisection
constexpr double kLeastAlpha = 1e-4;  ///< below it alpha is 0

/// Sum of 1 / (first + i step) for i = 0 .. count-1, to some 13 digits. \pre first > 0, step >= 0
double sum_of_inverses(double first, double step, double count) {
    constexpr double kTerms = 32;
    double sum = 0;
    double i = 0;
    for (; i < count && i < kTerms; ++i) {
        sum += 1 / (first + i * step);
    }
    const double remaining = count - i;
    if (remaining <= 0) {
        return sum;
    }
    if (step == 0) {
        return sum + remaining / first;
    }
    const double low = first + i * step;
    const double high = first + count * step;
    const auto power = [step](double x, int exponent) { return std::pow(step / x, exponent); };
    return sum + std::log1p(remaining * step / low) / step + (1 / low - 1 / high) / 2 +
           (power(low, 2) - power(high, 2)) / (12 * step) -
           (power(low, 4) - power(high, 4)) / (120 * step) +
           (power(low, 6) - power(high, 6)) / (252 * step);
}

/// The conditions of the greatest likelihood, Hoshino 2001, section 3.
class Likelihood {
public:
    explicit Likelihood(const SizeCounts& sizes)
        : sizes_(sizes),
          subjects_(static_cast<double>(subjects_in(sizes))),
          classes_(static_cast<double>(classes_in(sizes))) {}

    /// Theta for an alpha: where the derivative by theta, which falls from above 0 to below, is 0.
    [[nodiscard]] double theta_of(double alpha) const {
        double low = -50;  // of the logarithm of theta + alpha
        double high = 60;
        for (int step = 0; step < kSteps; ++step) {
            const double middle = (low + high) / 2;
            (by_theta(std::exp(middle) - alpha, alpha) > 0 ? low : high) = middle;
        }
        return std::exp(low) - alpha;
    }

    /// The derivative by alpha there.
    [[nodiscard]] double by_alpha(double alpha) const {
        const double theta = theta_of(alpha);
        const double new_classes =
            (classes_ - 1 - theta * sum_of_inverses(theta + alpha, alpha, classes_ - 1)) / alpha;
        double old_classes = 0;
        for (const SizeCount& one : sizes_) {
            old_classes += static_cast<double>(one.classes) *
                           sum_of_inverses(1 - alpha, 1, static_cast<double>(one.size) - 1);
        }
        return new_classes - old_classes;
    }

private:
    [[nodiscard]] double by_theta(double theta, double alpha) const {
        return sum_of_inverses(theta + alpha, alpha, classes_ - 1) -
               sum_of_inverses(theta + 1, 1, subjects_ - 1);
    }

    const SizeCounts& sizes_;
    double subjects_;
    double classes_;
};

}  // namespace

PitmanFit fit_pitman(const SizeCounts& sizes) {
    if (sizes.back().size == 1) {
        return {.theta = 0, .alpha = 1};
    }
    const Likelihood likelihood(sizes);
    if (likelihood.by_alpha(kLeastAlpha) <= 0) {
        return {.theta = likelihood.theta_of(0), .alpha = 0};
    }
    double low = kLeastAlpha;
    double high = 1;
    for (int step = 0; step < kSteps; ++step) {
        const double middle = (low + high) / 2;
        (likelihood.by_alpha(middle) > 0 ? low : high) = middle;
    }
    return {.theta = likelihood.theta_of(low), .alpha = low};
}

double pitman_uniques(const PitmanFit& fit, double population) {
    if (fit.alpha == 1) {
        return population;
    }
    const double logarithm = std::lgamma(fit.theta + 1) - std::lgamma(fit.theta + fit.alpha) +
                             std::lgamma(fit.theta + fit.alpha + population - 1) -
                             std::lgamma(fit.theta + population);
    return std::min(population, population * std::exp(logarithm));
}

}  // namespace kanon::risk
