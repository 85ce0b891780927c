// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon {

/// Losses as whole numbers, so that sums do not depend on the order of addition. The loss of a
/// table whose every cell is starred is rows << unit_bits; a loss divided by that is its GCP.
using Cost = std::uint64_t;

/// Turns the NCP of cells into costs: a cell of attribute j costs
/// round(weight_j / sum of weights * NCP * 2^unit_bits).
class CostScale {
public:
    explicit CostScale(const Problem& problem);

    /// Cost of one cell of an attribute. `ncp` in [0, 1].
    [[nodiscard]] Cost cell(std::size_t attribute, double ncp) const;

    /// Cost of one suppressed cell: 0 where the domain has one value.
    [[nodiscard]] Cost star(std::size_t attribute) const { return star_[attribute]; }

    /// Cost of one suppressed row: the sum of star costs.
    [[nodiscard]] Cost row() const { return row_; }

    /// A loss as GCP in [0, 1].
    [[nodiscard]] double gcp(Cost cost) const { return static_cast<double>(cost) / whole_; }

private:
    std::vector<double> scale_;
    std::vector<Cost> star_;
    Cost row_ = 0;
    double whole_ = 1;  ///< the loss of an all-starred table
};

}  // namespace kanon
