// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/stars/patterns/star_bound.hpp"

#include "kanon/base/count_text.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace kanon::stars {

StarBound star_bound(const Problem& problem,
                     std::span<const Pattern> patterns,
                     const PatternCosts& costs,
                     const RunContext& context) {
    StarBound out;
    std::optional<std::vector<std::uint32_t>> cheapest =
        cheapest_patterns(problem, patterns, costs, context);
    if (!cheapest) {
        return out;
    }
    out.cheapest = std::move(*cheapest);
    std::vector<std::uint64_t> stars(problem.quasi_identifiers.size(), 0);
    for (std::uint32_t type = 0; type < out.cheapest.size(); ++type) {
        const std::uint32_t rows = problem.row_types.counts[type];
        Pattern pattern = problem.patterns.everything();
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

std::string unserved_text(const RowTypes& types, const StarBound& bound) {
    constexpr std::size_t kNamed = 3;
    const std::vector<std::uint64_t> rows = first_rows(types, bound.unserved_types, kNamed);
    std::string named;
    for (const std::uint64_t row : rows) {
        named += (named.empty() ? "" : ", ") + std::to_string(row);
    }
    const bool all = bound.unserved_rows == rows.size();
    return count_text(bound.unserved_rows, "row") +
           (named.empty() ? "" : (all ? " (row " : " (the first: row ") + named + ")");
}

}  // namespace kanon::stars
