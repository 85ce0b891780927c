// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/problem.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon {

std::optional<std::size_t> Problem::class_histogram() const {
    if (!class_attribute) {
        return std::nullopt;
    }
    const auto found = std::find(tracked.begin(), tracked.end(), *class_attribute);
    return found == tracked.end() ? std::nullopt : std::optional(found - tracked.begin());
}

std::uint64_t Problem::least_class_rows() const {
    std::uint64_t rows = 1;
    for (const auto& model : models) {
        rows = std::max(rows, model->least_rows());
    }
    return rows;
}

std::uint64_t Problem::star_class_rows() const {
    return patterns.all_star == AllStar::as_class ? least_class_rows()
                                                  : std::numeric_limits<std::uint64_t>::max();
}

Lattice Problem::lattice() const {
    Node least;
    Node greatest;
    for (const QuasiIdentifier& attribute : quasi_identifiers) {
        least.push_back(attribute.least_level);
        greatest.push_back(attribute.greatest_level);
    }
    return {std::move(least), std::move(greatest)};
}

std::vector<RecodedAttribute> Problem::recoded_attributes() const {
    std::vector<RecodedAttribute> out;
    out.reserve(quasi_identifiers.size());
    for (const QuasiIdentifier& attribute : quasi_identifiers) {
        out.push_back({.column = attribute.column, .hierarchy = &attribute.hierarchy});
    }
    return out;
}

}  // namespace kanon
