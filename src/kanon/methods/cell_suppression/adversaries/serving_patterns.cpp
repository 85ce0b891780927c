// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/adversaries/serving_patterns.hpp"

#include <algorithm>

namespace kanon::cell_suppression {

ServingPatterns::ServingPatterns(const Task& task,
                                 std::span<const KnownSet> sets,
                                 std::span<const Pattern> patterns)
    : task_(task),
      sets_(sets),
      patterns_(patterns),
      with_values_(
          std::ranges::any_of(sets, [](const KnownSet& set) { return !set.models.empty(); })) {}

ShownRows& ServingPatterns::projection(Pattern attributes) {
    const auto known = projections_.find(attributes);
    if (known != projections_.end()) {
        return known->second;
    }
    ShownRows& rows =
        projections_.try_emplace(attributes, task_, attributes, with_values_).first->second;
    for (std::uint32_t type = 0; type < task_.row_types().size(); ++type) {
        rows.add(type, 0, task_.row_types().counts[type]);
    }
    return rows;
}

bool ServingPatterns::serves(std::uint32_t type, Pattern stars) {
    return std::ranges::all_of(sets_, [&](const KnownSet& set) {
        return projection(set.attributes & ~stars).may_keep(set, type, 0);
    });
}

std::size_t ServingPatterns::cheapest(std::uint32_t type) {
    failing_.clear();
    for (const KnownSet& set : sets_) {
        if (!projection(set.attributes).may_keep(set, type, 0)) {
            failing_.push_back(set);
        }
    }
    const auto serves_all = [&](Pattern stars) {
        return std::ranges::all_of(failing_, [&](const KnownSet& set) {
            return (set.attributes & stars) != 0 &&
                   projection(set.attributes & ~stars).may_keep(set, type, 0);
        });
    };
    const auto found = std::ranges::find_if(patterns_, serves_all);
    return static_cast<std::size_t>(found - patterns_.begin());
}

StarCost cost_of_cheapest(const Task& task,
                          std::span<const Pattern> patterns,
                          const PatternCosts& costs,
                          std::span<const std::size_t> cheapest) {
    StarCost sum = 0;
    for (std::size_t type = 0; type < cheapest.size(); ++type) {
        const Pattern stars = cheapest[type] < patterns.size() ? patterns[cheapest[type]]
                                                               : task.patterns.everything();
        sum += costs.of(stars) * task.row_types().counts[type];
    }
    return sum;
}

}  // namespace kanon::cell_suppression
