// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/risk/risk_classes.hpp"

namespace kanon::risk {

/// How many people of a population stand alone in it, from a sample.
///
/// Zayatz: Estimation of the percent of unique population elements on a microdata file using the
/// sample, US Bureau of the Census, RR-91/08, 1991: Bayes' rule, with the class sizes of the sample
/// in place of those of the population, and hypergeometric drawing. Of s1 classes of one it is
/// s1^2 / sum of s_j P(1 drawn of j). Cost O(greatest size that may be drawn once).
/// \pre population >= subjects of the sample > 0
[[nodiscard]] double zayatz_uniques(const SizeCounts& sizes, double population);

}  // namespace kanon::risk
