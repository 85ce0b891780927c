// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/individual_risk.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::risk {
namespace {

/// The integral by powers of 1-p: p times the sum of (1-p)^i B(f, i+1). Falls at least by 1-p a
/// term.
double by_powers(double subjects, double p) {
    constexpr double kNothing = 1e-17;
    double term = p / subjects;
    double sum = 0;
    for (double i = 1; term > kNothing * sum; ++i) {
        sum += term;
        term *= (1 - p) * i / (subjects + i);
    }
    return sum;
}

/// The integral for f from that for f - 1, beginning with a logarithm. An error shrinks by p /
/// (1-p) a step.
double by_steps(double subjects, double p) {
    double integral = -std::log(p) / (1 - p);
    for (double f = 1; f < subjects; ++f) {
        integral = (1 / f - p * integral) / (1 - p);
    }
    return p * integral;
}

}  // namespace

double individual_risk(std::uint64_t subjects, double people) {
    constexpr double kManySubjects = 64;
    const auto count = static_cast<double>(subjects);
    const double p = std::min(1.0, count / people);
    return count >= kManySubjects || p >= 0.5 ? by_powers(count, p) : by_steps(count, p);
}

std::vector<double> individual_risks(const RiskClasses& classes) {
    std::vector<double> out(classes.size());
    for (std::size_t index = 0; index < out.size(); ++index) {
        out[index] = individual_risk(classes.subjects_of(index), classes.people[index]);
    }
    return out;
}

}  // namespace kanon::risk
