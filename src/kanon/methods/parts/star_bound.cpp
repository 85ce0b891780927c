// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/parts/star_bound.hpp"

#include "kanon/base/count_text.hpp"
#include "kanon/methods/parts/cube.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace kanon {
namespace {

class BoundSearch {
public:
    BoundSearch(const Problem& problem,
                std::span<const Pattern> patterns,
                const RunContext& context,
                TieOrder order)
        : problem_(problem),
          patterns_(patterns),
          context_(context),
          cube_(problem.row_types, problem.least_class_rows(), order),
          covered_(problem.row_types.size(), 0),
          stars_(problem.quasi_identifiers.size(), 0) {}

    StarBound run(const PatternCosts& costs) {
        StarBound out;
        std::size_t next = 0;
        while (next < patterns_.size() && cube_.wanted_rows() > 0) {
            if (context_.should_stop()) {
                out.complete = false;
                break;
            }
            cover(patterns_[next++]);
        }
        settle_rest(out, next);
        out.loss = costs.loss(stars_);
        return out;
    }

private:
    void take(std::uint32_t type, Pattern stars) {
        covered_[type] = 1;
        cube_.settle(type);
        for (Pattern rest = stars; rest != 0; rest &= rest - 1) {
            stars_[static_cast<std::size_t>(std::countr_zero(rest))] +=
                problem_.row_types.counts[type];
        }
    }

    void cover(Pattern stars) {
        for (const std::uint32_t type : cube_.cells(stars).types) {
            if (covered_[type] == 0) {
                take(type, stars);
            }
        }
    }

    /// What is left costs as much as the next pattern if the search was stopped, else as much as
    /// stars throughout.
    void settle_rest(StarBound& out, std::size_t next) {
        const Pattern stars = out.complete ? problem_.patterns.everything() : patterns_[next];
        for (std::uint32_t type = 0; type < covered_.size(); ++type) {
            if (covered_[type] != 0) {
                continue;
            }
            if (out.complete) {
                out.unserved_types.push_back(type);
                out.unserved_rows += problem_.row_types.counts[type];
            }
            take(type, stars);
        }
    }

    const Problem& problem_;
    std::span<const Pattern> patterns_;
    const RunContext& context_;
    Cube cube_;
    std::vector<std::uint8_t> covered_;  ///< per row type
    std::vector<std::uint64_t> stars_;   ///< rows that star each attribute
};

}  // namespace

StarBound star_bound(const Problem& problem,
                     std::span<const Pattern> patterns,
                     const PatternCosts& costs,
                     TieOrder order,
                     const RunContext& context) {
    return BoundSearch(problem, patterns, context, order).run(costs);
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
