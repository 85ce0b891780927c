// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/combinations.hpp"

#include "kanon/base/error.hpp"
#include "kanon/quality/objective.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace kanon::full_domain {

double all_combinations(const Task& task) {
    double out = 1;
    for (const QuasiIdentifier& qi : task.quasi_identifiers) {
        out *= static_cast<double>(qi.hierarchy.domain_size());
    }
    return out;
}

double original_information(const RowTypes& types) {
    const auto rows = static_cast<double>(types.row_count());
    OrderlessSum sum(rows * (1 + std::log(rows)));
    for (const std::uint32_t count : types.counts) {
        sum.add(count * -std::log(count / rows));
    }
    return -sum.total();
}

Combinations::Combinations(const Task& task, const LevelTables& tables)
    : tables_(tables),
      rows_(static_cast<double>(task.row_types().row_count())),
      all_(all_combinations(task)) {
    if (!(all_ <= kMostCombinations)) {
        throw Error(ErrorCode::bad_policy,
                    "the objective '" + std::string(info(task.objective).name) +
                        "' counts combinations of values, and the quasi-identifiers have more "
                        "than 10^290; take fewer of them, or another objective (--objective)");
    }
}

Combinations::Sums Combinations::sums(const NodeGroups& groups,
                                      std::uint64_t suppressed,
                                      const Asked& asked,
                                      const Chosen& chosen) const {
    std::vector<std::span<const double>> values;
    for (std::size_t j = 0; j < groups.node.size(); ++j) {
        values.push_back(tables_.values(j, groups.node[j]));
    }
    OrderlessSum combinations(rows_ * all_);
    OrderlessSum divergence(rows_ * (1 + std::log(rows_) + std::log(all_)));
    const double spread = static_cast<double>(suppressed) / all_;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        if (groups.rows[group] == 0 || !chosen(group)) {
            continue;
        }
        const double rows = groups.rows[group];
        double here = 1;
        for (std::size_t j = 0; j < values.size(); ++j) {
            here *= values[j][groups.label(group, j)];
        }
        if (asked.combinations) {
            combinations.add(rows * here);
        }
        if (asked.divergence) {
            // Not below 0 but for rounding: g rows of n, the suppressed ones not among them.
            divergence.add(rows * std::max(std::log(rows_ * here / (rows + spread * here)), 0.0));
        }
    }
    return {.combinations = combinations.total(), .divergence = divergence.total()};
}

double Combinations::divergence_of_suppressed(std::uint64_t suppressed) const {
    const auto rows = static_cast<double>(suppressed);
    return suppressed == 0 ? 0 : rows * (std::log(rows_ / rows) + std::log(all_));
}

double Combinations::less_for_part(std::uint64_t rows) const {
    const auto part = static_cast<double>(rows);
    return rows == 0 ? 0 : part * std::log(part / rows_);
}

}  // namespace kanon::full_domain
