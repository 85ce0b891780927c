// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/graphs/pairs_and_triples.hpp"

#include <algorithm>

namespace kanon::cell_suppression {

PairsAndTriples::PairsAndTriples(const Task& task,
                                 std::span<const Pattern> patterns,
                                 const PatternCosts& costs,
                                 CostUnit unit)
    : task_(task),
      patterns_(patterns),
      costs_(costs),
      unit_(unit),
      counts_(task.row_types().counts),
      packed_(task.row_types()),
      row_costs_(counts_.size() * counts_.size()) {
    for (std::uint32_t a = 0; a < types(); ++a) {
        for (std::uint32_t b = 0; b < types(); ++b) {
            row_costs_[a * types() + b] = cheapest(packed_.difference(a, b)).cost;
        }
    }
}

std::optional<Pattern> PairsAndTriples::serving(Pattern differs) const {
    if (task_.patterns.allows(differs)) {
        return differs;
    }
    const auto found = std::find_if(patterns_.begin(), patterns_.end(), [differs](Pattern stars) {
        return (stars & differs) == differs;
    });
    if (found != patterns_.end()) {
        return *found;
    }
    if (task_.patterns.all_star == AllStar::as_class) {
        return task_.patterns.everything();
    }
    return std::nullopt;
}

const PairsAndTriples::Cheapest& PairsAndTriples::cheapest(Pattern differs) {
    const auto [at, is_new] = cheapest_.try_emplace(differs);
    Cheapest& known = at->second;
    if (is_new) {
        if (const std::optional<Pattern> stars = serving(differs)) {
            known = {*stars, static_cast<double>(costs_.of(*stars)) / unit_.size};
        }
    }
    return known;
}

Pattern PairsAndTriples::difference(const PairOrTriple& of) const {
    Pattern out = 0;
    for (const std::uint32_t type : of.rows()) {
        out |= packed_.difference(of.types[0], type);
    }
    return out;
}

Pattern PairsAndTriples::stars(const PairOrTriple& of) {
    return cheapest(difference(of)).stars;
}

double PairsAndTriples::cost(const PairOrTriple& of) {
    if (of.rows().size() == 1) {
        return static_cast<double>(costs_.of(task_.patterns.everything())) / unit_.size;
    }
    return static_cast<double>(of.rows().size()) * cheapest(difference(of)).cost;
}

}  // namespace kanon::cell_suppression
