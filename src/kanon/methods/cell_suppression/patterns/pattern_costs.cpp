// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

namespace kanon::cell_suppression {
namespace {

constexpr double kWholeUnits = 1 << 20;
constexpr double kMostUnits = static_cast<double>(std::uint64_t{1} << 40U);

/// Units of one weight: exact for weights of few digits, else rounded.
double unit_scale(const std::vector<double>& weights) {
    const double greatest = *std::max_element(weights.begin(), weights.end());
    const bool exact = std::all_of(weights.begin(), weights.end(), [](double weight) {
        const double units = weight * kWholeUnits;
        return units <= kMostUnits && std::floor(units) == units;
    });
    return exact || !(greatest > 0) ? kWholeUnits : kMostUnits / greatest;
}

Pattern mirrored(Pattern pattern, std::size_t attributes) {
    Pattern out = 0;
    for (std::size_t j = 0; j < attributes; ++j) {
        out |= (pattern >> j & 1U) << (attributes - 1 - j);
    }
    return out;
}

/// What a star in each attribute loses.
std::vector<double> star_weights(const Task& task) {
    const bool by_stars = task.objective == Objective::stars;
    KANON_CHECK(by_stars || task.objective == Objective::gcp);
    KANON_CHECK(task.quasi_identifiers.size() <= kMostPatternAttributes);
    std::vector<double> out;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        const bool loses = by_stars || attribute.hierarchy.domain_size() > 1;
        out.push_back(loses ? attribute.weight : 0);
    }
    return out;
}

}  // namespace

PatternCosts::PatternCosts(const Task& task)
    : weights_(star_weights(task)), scale_(unit_scale(weights_)) {
    for (const double weight : weights_) {
        units_.push_back(static_cast<StarCost>(std::llround(weight * scale_)));
    }
    if (task.objective != Objective::stars) {
        double total = 0;
        for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
            total += attribute.weight;
        }
        whole_ = total * static_cast<double>(task.row_types().row_count());
    }
}

StarCost PatternCosts::of(Pattern pattern) const {
    StarCost cost = 0;
    for (Pattern rest = pattern; rest != 0; rest &= rest - 1) {
        cost += units_[static_cast<std::size_t>(std::countr_zero(rest))];
    }
    return cost;
}

double PatternCosts::loss(std::span<const std::uint64_t> stars) const {
    double sum = 0;
    for (std::size_t j = 0; j < weights_.size(); ++j) {
        sum += weights_[j] * static_cast<double>(stars[j]);
    }
    return whole_ > 0 ? sum / whole_ : 0;
}

double PatternCosts::loss_of(StarCost cost) const {
    return whole_ > 0 ? static_cast<double>(cost) / scale_ / whole_ : 0;
}

void sort_by_cost(std::vector<Pattern>& patterns, const PatternCosts& costs, TieOrder order) {
    using Keyed = std::tuple<StarCost, Pattern, Pattern>;
    std::vector<Keyed> keyed;
    keyed.reserve(patterns.size());
    for (const Pattern pattern : patterns) {
        const Pattern tie =
            order == TieOrder::first ? pattern : mirrored(pattern, costs.attribute_count());
        keyed.emplace_back(costs.of(pattern), tie, pattern);
    }
    std::sort(keyed.begin(), keyed.end());
    std::transform(keyed.begin(), keyed.end(), patterns.begin(), [](const Keyed& key) {
        return std::get<2>(key);
    });
}

}  // namespace kanon::cell_suppression
