// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/problem.hpp"

#include <algorithm>
#include <numeric>

namespace kanon {

const std::shared_ptr<const Column>& Problem::measured_column(std::size_t column) const {
    const AttributePolicy* attribute = policy.find(table.column(column).name);
    const bool is_derived =
        attribute != nullptr && (!attribute->coding.derive.empty() || attribute->is_keyed());
    return uncoded.column_count() > 0 && !is_derived ? uncoded.shared_column(column)
                                                     : table.shared_column(column);
}

std::uint64_t Problem::data_rows() const {
    return counts.empty() ? table.row_count()
                          : std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

OriginalRows Problem::rows() const {
    return {.table = &table,
            .types = &row_types(),
            .type_of_row = type_of_row,
            .counts = counts,
            .tracked = tracked_columns,
            .judged = &judged()};
}

std::vector<RecodedAttribute> Problem::recoded_attributes() const {
    std::vector<RecodedAttribute> out;
    out.reserve(columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
        out.push_back({.column = columns[j],
                       .hierarchy = &quasi_identifiers[j].hierarchy,
                       .aggregate = quasi_identifiers[j].aggregate});
    }
    return out;
}

MeasuredBy Problem::measured_by(const Table& released) const {
    MeasuredBy by{.weights = {},
                  .k = k,
                  .label_column = std::nullopt,
                  .objective = objective,
                  .gs_factor = gs_factor};
    for (const QuasiIdentifier& attribute : quasi_identifiers) {
        by.weights.push_back(attribute.weight);
    }
    if (class_attribute) {
        by.label_column = released.find(table.column(*class_attribute).name);
    }
    return by;
}

std::vector<std::uint64_t> Problem::first_rows(std::span<const std::uint32_t> types,
                                               std::size_t most) const {
    std::vector<std::uint64_t> out;
    for (std::size_t row = 0; row < type_of_row.size() && out.size() < most; ++row) {
        if (std::binary_search(types.begin(), types.end(), type_of_row[row])) {
            out.push_back(row + 1);
        }
    }
    return out;
}

}  // namespace kanon
