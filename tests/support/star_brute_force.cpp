// SPDX-License-Identifier: Apache-2.0
#include "support/star_brute_force.hpp"

#include <bit>
#include <limits>
#include <vector>

namespace kanon::test {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

double row_cost(const Problem& problem, Pattern stars) {
    double cost = 0;
    for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        const bool loses =
            problem.objective == Objective::stars || attribute.hierarchy.domain_size() > 1;
        cost += (stars >> j & 1U) != 0 && loses ? attribute.weight : 0;
    }
    return cost;
}

/// The attributes in which these rows are not all alike.
Pattern unlike(const Problem& problem, std::uint32_t rows) {
    Pattern stars = 0;
    for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
        const CodeVector& codes = problem.table.column(problem.columns[j]).codes;
        const Code first = codes[static_cast<std::size_t>(std::countr_zero(rows))];
        for (std::uint32_t rest = rows; rest != 0; rest &= rest - 1) {
            if (codes[static_cast<std::size_t>(std::countr_zero(rest))] != first) {
                stars |= Pattern{1} << j;
            }
        }
    }
    return stars;
}

/// Cost of these rows as one class, per row.
double class_cost(const Problem& problem, std::uint32_t rows) {
    if (static_cast<std::uint64_t>(std::popcount(rows)) < problem.k) {
        return kNone;
    }
    const Pattern need = unlike(problem, rows);
    const PatternMask& mask = problem.patterns;
    double best = mask.all_star == AllStar::as_class ? row_cost(problem, mask.everything()) : kNone;
    for (Pattern stars = 0; stars < mask.everything(); ++stars) {
        if ((stars & need) == need && mask.allows(stars)) {
            best = std::min(best, row_cost(problem, stars));
        }
    }
    return best;
}

/// Least cost of these rows, the lowest of them in a class; `best` has that of all smaller sets.
double least_with_lowest(std::uint32_t rows,
                         const std::vector<double>& of_class,
                         const std::vector<double>& best) {
    const std::uint32_t others = rows & (rows - 1);
    double least = kNone;
    for (std::uint32_t part = others;; part = (part - 1) & others) {
        least = std::min(least, of_class[part | (rows ^ others)] + best[others ^ part]);
        if (part == 0) {
            return least;
        }
    }
}

}  // namespace

std::optional<double> least_star_loss(const Problem& problem) {
    const std::size_t n = problem.table.row_count();
    const std::size_t limit = problem.suppression_limit;
    const std::uint32_t all = (std::uint32_t{1} << n) - 1;
    const double starred = row_cost(problem, problem.patterns.everything());
    std::vector<double> of_class(std::size_t{all} + 1, kNone);
    for (std::uint32_t rows = 1; rows <= all; ++rows) {
        of_class[rows] = class_cost(problem, rows) * std::popcount(rows);
    }
    // best[s][rows]: these rows released, s of them suppressed.
    std::vector best(limit + 1, std::vector<double>(std::size_t{all} + 1, kNone));
    best[0][0] = 0;
    for (std::uint32_t rows = 1; rows <= all; ++rows) {
        for (std::size_t s = 0; s <= limit; ++s) {
            const std::uint32_t others = rows & (rows - 1);
            const double suppressed = s > 0 ? best[s - 1][others] + starred : kNone;
            best[s][rows] = std::min(suppressed, least_with_lowest(rows, of_class, best[s]));
        }
    }
    double least = kNone;
    for (std::size_t s = 0; s <= limit; ++s) {
        // No release without a class.
        least = s < n ? std::min(least, best[s][all]) : least;
    }
    if (least == kNone) {
        return std::nullopt;
    }
    double weights = 0;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        weights += attribute.weight;
    }
    return problem.objective == Objective::stars ? least
                                                 : least / (weights * static_cast<double>(n));
}

}  // namespace kanon::test
