// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/risk/risk_classes.hpp"

namespace kanon::risk {

/// The parameters of a Pitman sampling distribution: 0 <= alpha <= 1, theta > -alpha.
struct PitmanFit {
    double theta = 0;
    double alpha = 0;
};

/// The most likely parameters of a sample.
///
/// Pitman 1995; Hoshino: Applying Pitman's sampling formula to microdata disclosure risk
/// assessment, Journal of Official Statistics 17 (2001). Differs: the two conditions are solved by
/// bisection, one within the other, so there is no start value and always a result; alpha is not
/// below 0, where the distribution is Ewens's with alpha 0; where all subjects stand alone it is 1.
/// Sums are taken by Euler and Maclaurin. Cost O(sizes) for each of some hundred steps, and some
/// ten thousand sums. \pre the sample has subjects
[[nodiscard]] PitmanFit fit_pitman(const SizeCounts& sizes);

/// How many of so many people stand alone: the distribution's mean, as it is and not its limit
/// Gamma(theta + 1) / Gamma(theta + alpha) * population^alpha, which others use. \pre population >=
/// 1
[[nodiscard]] double pitman_uniques(const PitmanFit& fit, double population);

}  // namespace kanon::risk
