// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/risk.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace kanon::bench {

/// What an estimator came to over some samples, over the truth.
struct EstimatedRatio {
    std::uint64_t fitted = 0;  ///< samples that the model fits
    double mean = 0;           ///< of estimate / truth: 1 is without bias
    double deviation = 0;      ///< of the same, from sample to sample
};

/// Estimates from samples of one share of a population.
struct SampledEstimates {
    double fraction = 0;
    std::uint64_t population = 0;
    std::uint64_t truth = 0;                 ///< people who stand alone in the population
    double sample_uniques = 0;               ///< share of a sample's rows that stand alone in it
    std::array<EstimatedRatio, 3> models{};  ///< in the order of risk::kUniquesModels
    EstimatedRatio chosen{};                 ///< by Dankar's rule
};

/// Draw samples of a share of a population without replacement, estimate from each how many people
/// stand alone in it, and compare. `type_of_person`: per person a number below the number of
/// `counts`, which says how many people share it. \pre somebody stands alone
[[nodiscard]] SampledEstimates estimate_from_samples(
    const std::vector<std::uint32_t>& type_of_person,
    const std::vector<std::uint32_t>& counts,
    double fraction,
    std::uint64_t samples,
    std::uint64_t seed);

}  // namespace kanon::bench
