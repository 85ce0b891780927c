// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/population_uniques.hpp"

#include "kanon/risk/pitman.hpp"
#include "kanon/risk/slide_negative_binomial.hpp"
#include "kanon/risk/zayatz.hpp"

#include <algorithm>

namespace kanon::risk {
namespace {

constexpr double kSmallFraction = 0.1;

std::optional<double> estimate_by(UniquesModel model,
                                  const SizeCounts& sizes,
                                  double population,
                                  double fraction) {
    switch (model) {
        case UniquesModel::pitman:
            return pitman_uniques(fit_pitman(sizes), population);
        case UniquesModel::zayatz:
            return zayatz_uniques(sizes, population);
        case UniquesModel::slide_negative_binomial:
            return slide_negative_binomial_uniques(sizes, fraction);
    }
    return std::nullopt;
}

UniquesModel choose(const PopulationUniques& of) {
    const auto& [pitman, zayatz, slide] = of.people;
    if (of.fraction <= kSmallFraction) {
        return UniquesModel::pitman;
    }
    return slide && *slide < *zayatz ? UniquesModel::slide_negative_binomial : UniquesModel::zayatz;
}

}  // namespace

std::string_view to_string(UniquesModel model) {
    switch (model) {
        case UniquesModel::pitman:
            return "pitman";
        case UniquesModel::zayatz:
            return "zayatz";
        case UniquesModel::slide_negative_binomial:
            return "snb";
    }
    return "";
}

PopulationUniques population_uniques(const SizeCounts& sizes, double population) {
    const auto drawn = static_cast<double>(subjects_in(sizes));
    const auto uniques = static_cast<double>(classes_of_size(sizes, 1));
    PopulationUniques out{.population = population, .fraction = drawn / population};
    if (uniques == 0 || out.fraction >= 1) {
        out.people.fill(uniques);
        out.chosen = choose(out);
        return out;
    }
    for (std::size_t place = 0; place < kUniquesModels.size(); ++place) {
        out.people[place] = estimate_by(kUniquesModels[place], sizes, population, out.fraction);
        if (out.people[place]) {
            out.people[place] = std::min(*out.people[place], population);
        }
    }
    out.chosen = choose(out);
    return out;
}

}  // namespace kanon::risk
