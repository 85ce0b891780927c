// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/parts/star_bound.hpp"

#include "kanon/base/count_text.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace kanon {

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

std::vector<std::uint64_t> first_unserved_rows(const RowTypes& types,
                                               const StarBound& bound,
                                               std::size_t most) {
    const std::vector<std::uint32_t>& unserved = bound.unserved_types;
    std::vector<std::uint64_t> out;
    for (std::size_t row = 0; row < types.row_count() && out.size() < most; ++row) {
        if (std::binary_search(unserved.begin(), unserved.end(), types.type_of_row[row])) {
            out.push_back(row + 1);
        }
    }
    return out;
}

std::string unserved_text(const RowTypes& types, const StarBound& bound) {
    constexpr std::size_t kNamed = 3;
    const std::vector<std::uint64_t> rows = first_unserved_rows(types, bound, kNamed);
    std::string named;
    for (const std::uint64_t row : rows) {
        named += (named.empty() ? "" : ", ") + std::to_string(row);
    }
    const bool all = bound.unserved_rows == rows.size();
    return count_text(bound.unserved_rows, "row") +
           (named.empty() ? "" : (all ? " (row " : " (the first: row ") + named + ")");
}

}  // namespace kanon
