// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/patterns/star_bound.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace kanon::cell_suppression {

StarBound star_bound(const Task& task,
                     std::span<const Pattern> patterns,
                     const PatternCosts& costs,
                     const RunContext& context) {
    StarBound out;
    std::optional<std::vector<std::uint32_t>> cheapest =
        cheapest_patterns(task, patterns, costs, context);
    if (!cheapest) {
        return out;
    }
    out.cheapest = std::move(*cheapest);
    std::vector<std::uint64_t> stars(task.quasi_identifiers.size(), 0);
    for (std::uint32_t type = 0; type < out.cheapest.size(); ++type) {
        const std::uint32_t rows = task.row_types().counts[type];
        Pattern pattern = task.patterns.everything();
        if (out.cheapest[type] != kNoPattern) {
            pattern = patterns[out.cheapest[type]];
        } else {
            out.unserved_types.push_back(type);
            out.unserved_rows += rows;
        }
        for (Pattern rest = pattern; rest != 0; rest &= rest - 1) {
            stars[static_cast<std::size_t>(std::countr_zero(rest))] += rows;
        }
    }
    out.loss = costs.loss(stars);
    return out;
}

}  // namespace kanon::cell_suppression
