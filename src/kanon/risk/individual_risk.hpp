// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/risk/reidentification.hpp"

#include <cstdint>
#include <vector>

namespace kanon::risk {

/// The risk that a sampled row is found in the population: the mean of 1 / people of its class,
/// where `people` is estimated by sampling weights and the class's size in the population is
/// negative binomial given `subjects`, those in the sample.
///
/// Benedetti, Franconi: Statistical and technological solutions for controlled data dissemination,
/// NTTS 1998; Franconi, Polettini: Individual risk estimation in mu-Argus: a review, PSD 2004. With
/// p = subjects / people it is the integral of p s^(f-1) / (p + (1-p) s) for s from 0 to 1. Exact
/// for every f; sdcMicro takes p / (f - 1 + p) for f > 2, which is above it. People fewer than
/// subjects count as these: the risk is 1 / subjects then. Cost O(min(f, 64)).
/// \pre subjects >= 1, people > 0
[[nodiscard]] double individual_risk(std::uint64_t subjects, double people);

/// Of each class. \pre people are known
[[nodiscard]] std::vector<double> individual_risks(const RiskClasses& classes);

}  // namespace kanon::risk
