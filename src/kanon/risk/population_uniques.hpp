// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/risk/risk_classes.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kanon::risk {

/// How the people of a population who stand alone in it are estimated from a sample.
enum class UniquesModel : std::uint8_t { pitman, zayatz, slide_negative_binomial };

[[nodiscard]] std::string_view to_string(UniquesModel model);  ///< `pitman`, `zayatz`, `snb`

inline constexpr std::array kUniquesModels{
    UniquesModel::pitman, UniquesModel::zayatz, UniquesModel::slide_negative_binomial};

/// Estimates of the people of a population who stand alone in it.
struct PopulationUniques {
    double population = 0;  ///< people
    double fraction = 0;    ///< of them, drawn into the sample
    /// In the order of kUniquesModels; none: the model does not fit the sample.
    std::array<std::optional<double>, kUniquesModels.size()> people{};
    UniquesModel chosen = UniquesModel::zayatz;

    /// Of the model that was chosen.
    [[nodiscard]] double estimate() const { return *people[static_cast<std::size_t>(chosen)]; }
};

/// Estimate them by each model, and choose one by the rule of Dankar, El Emam, Neisa, Roffey:
/// Estimating the re-identification risk of clinical data sets, BMC Medical Informatics and
/// Decision Making 12:66 (2012): Pitman for a sample of at most a tenth; of larger ones the smaller
/// of Zayatz and the slide negative binomial, where that fits.
///
/// Every estimate is at most the population. A sample without anybody alone has 0 by every model,
/// as ARX has it; the sample that is the population is counted, not estimated.
/// \pre the sample has subjects, population >= these
[[nodiscard]] PopulationUniques population_uniques(const SizeCounts& sizes, double population);

}  // namespace kanon::risk
