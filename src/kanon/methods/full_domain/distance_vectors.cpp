// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/distance_vectors.hpp"

#include "kanon/base/error.hpp"

#include <algorithm>
#include <string>

namespace kanon::full_domain {
namespace {

void refuse_other_models(const Task& task) {
    for (const auto& model : task.models) {
        if (model->name() != "k-anonymity" || model->tracked().has_value() ||
            model->known_values() > 0) {
            throw Error(ErrorCode::bad_policy,
                        "distance vectors test k-anonymity by rows alone, not " +
                            model->describe() + "; set node-test to generalized-table");
        }
    }
}

/// The codes of one attribute, one per row type.
std::vector<Code> codes_of(const CodeVector& column) {
    return column.visit(
        [](const auto codes) { return std::vector<Code>(codes.begin(), codes.end()); });
}

}  // namespace

DistanceVectors::DistanceVectors(const Task& task)
    : attributes_(task.quasi_identifiers.size()),
      k_(task.least_class_rows()),
      counts_(task.row_types().counts) {
    refuse_other_models(task);
    for (std::uint32_t type = 0; type < counts_.size(); ++type) {
        if (counts_[type] < k_) {
            outliers_.push_back(type);
        }
    }
    const std::uint64_t entries = std::uint64_t{outliers_.size()} * counts_.size();
    if (entries > kMostEntries) {
        throw Error(ErrorCode::bad_policy,
                    "the matrix of distance vectors would have " + std::to_string(entries) +
                        " entries and may have " + std::to_string(kMostEntries) +
                        "; set node-test to generalized-table");
    }
    levels_.resize(entries * attributes_);
    for (std::size_t j = 0; j < attributes_; ++j) {
        const Hierarchy& hierarchy = task.quasi_identifiers[j].hierarchy;
        const std::vector<Code> codes = codes_of(task.row_types().columns[j]);
        std::size_t entry = j;
        for (const std::uint32_t outlier : outliers_) {
            for (const Code code : codes) {
                levels_[entry] = hierarchy.meeting_level(codes[outlier], code);
                entry += attributes_;
            }
        }
    }
}

std::uint64_t DistanceVectors::suppressed_rows(std::span<const Level> node) const {
    std::uint64_t suppressed = 0;
    for (std::size_t x = 0; x < outliers_.size(); ++x) {
        std::uint64_t cluster = 0;
        for (std::size_t y = 0; y < counts_.size() && cluster < k_; ++y) {
            cluster += at_most(at(x, y), node) ? counts_[y] : 0;
        }
        suppressed += cluster < k_ ? counts_[outliers_[x]] : 0;
    }
    return suppressed;
}

}  // namespace kanon::full_domain
