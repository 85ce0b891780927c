// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::full_domain {

/// The matrix VT of Samarati 2001 (Ciriani et al. 2007, section 4.1, Fig. 11): a row for each
/// outlier, that is each row type of fewer than k rows; a column for each row type; in it the least
/// node at which the two have the same labels. Tells how many rows a node must suppress without
/// generalizing the table. For k-anonymity by rows alone.
class DistanceVectors {
public:
    /// Entries (outliers times row types) beyond which the matrix is refused.
    static constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 24U;

    /// Cost O(o t m) time and bytes for o outliers, t row types, m attributes.
    /// \throws Error{bad_policy} if the task has another model than k-anonymity by rows, or the
    /// matrix more than kMostEntries entries.
    explicit DistanceVectors(const Task& task);

    /// The row types that are outliers, ascending.
    [[nodiscard]] std::span<const std::uint32_t> outliers() const { return outliers_; }

    /// VT of the x-th outlier and a row type: one level per attribute.
    [[nodiscard]] std::span<const Level> at(std::size_t x, std::size_t row_type) const {
        return std::span(levels_).subspan((x * counts_.size() + row_type) * attributes_,
                                          attributes_);
    }

    /// Rows to suppress at a node (req_sup): those of outliers whose cluster has fewer than k.
    /// Cost O(o t m).
    [[nodiscard]] std::uint64_t suppressed_rows(std::span<const Level> node) const;

private:
    std::size_t attributes_;
    std::uint64_t k_;
    std::vector<std::uint32_t> counts_;  ///< rows per row type
    std::vector<std::uint32_t> outliers_;
    std::vector<Level> levels_;  ///< [outlier][row type][attribute]
};

}  // namespace kanon::full_domain
