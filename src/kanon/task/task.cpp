// SPDX-License-Identifier: Apache-2.0
#include "kanon/task/task.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace kanon {
std::vector<std::uint64_t> Task::rows_per_code(std::size_t attribute) const {
    const RowTypes& types = row_types();
    std::vector<std::uint64_t> rows(quasi_identifiers[attribute].hierarchy.domain_size());
    types.columns[attribute].visit([&](const auto column) {
        for (std::size_t type = 0; type < column.size(); ++type) {
            rows[column[type]] += types.counts[type];
        }
    });
    return rows;
}

std::uint64_t Task::least_class_rows() const {
    std::uint64_t rows = 1;
    for (const auto& model : models) {
        rows = std::max(rows, model->least_rows());
    }
    return rows;
}

std::uint64_t Task::star_class_rows() const {
    return patterns.all_star == AllStar::as_class ? least_class_rows()
                                                  : std::numeric_limits<std::uint64_t>::max();
}

bool Task::has_aggregates() const {
    return std::ranges::any_of(quasi_identifiers, [](const QuasiIdentifier& attribute) {
        return attribute.aggregate.has_value();
    });
}

Lattice Task::lattice() const {
    Node least;
    Node greatest;
    for (const QuasiIdentifier& attribute : quasi_identifiers) {
        least.push_back(attribute.least_level);
        greatest.push_back(attribute.greatest_level);
    }
    return {std::move(least), std::move(greatest)};
}

}  // namespace kanon
