// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/risk/risk_classes.hpp"

#include <optional>

namespace kanon::risk {

/// Classes of the population, from a sample of the share `fraction` of it: the modified estimator
/// of Shlosser (Haas, Stokes: Estimating the number of classes in a finite population, JASA 93
/// (1998), D_Sh3). Cost O(sizes). \pre 0 < fraction < 1, the sample has subjects
[[nodiscard]] double estimated_classes(const SizeCounts& sizes, double fraction);

/// How many people of a population stand alone in it, from a sample of the share `fraction`.
///
/// Chen, Keller-McNulty: Estimation of identification disclosure risk in microdata, Journal of
/// Official Statistics 14 (1998): population sizes less 1 have a negative binomial distribution
/// whose parameters give the sample its classes of one and of two; the classes of the population
/// are estimated_classes(). The two conditions are one in beta, for alpha follows from the other;
/// of several solutions the one of least beta is taken. None: there is no solution, as without
/// classes of two. Cost O(1) beside the estimate. \pre 0 < fraction < 1
[[nodiscard]] std::optional<double> slide_negative_binomial_uniques(const SizeCounts& sizes,
                                                                    double fraction);

}  // namespace kanon::risk
