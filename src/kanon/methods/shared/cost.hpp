// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/cell_loss.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon {

/// Losses as whole numbers, so that sums do not depend on the order of addition. The loss of a
/// table whose every cell is starred is rows << unit_bits; a loss divided by that is its GCP, or
/// its LM.
using Cost = std::uint64_t;

/// What the task's objective measures cells by: LM where it is that, else NCP.
[[nodiscard]] CellLoss measured_loss(const Task& task);

/// Turns the losses of cells into costs: a cell of attribute j costs
/// round(weight_j / sum of weights * loss * 2^unit_bits).
class CostScale {
public:
    explicit CostScale(const Task& task, CellLoss loss = CellLoss::ncp);

    /// Cost of one cell of an attribute. `loss` in [0, 1].
    [[nodiscard]] Cost cell(std::size_t attribute, double loss) const;

    /// Cost of one suppressed cell, see star_loss().
    [[nodiscard]] Cost star(std::size_t attribute) const { return star_[attribute]; }

    /// Cost of one suppressed row: the sum of star costs.
    [[nodiscard]] Cost row() const { return row_; }

    /// A cost as the mean loss of all cells, in [0, 1]: GCP, or LM.
    [[nodiscard]] double gcp(Cost cost) const { return static_cast<double>(cost) / whole_; }

private:
    std::vector<double> scale_;
    std::vector<Cost> star_;
    Cost row_ = 0;
    double whole_ = 1;  ///< the loss of an all-starred table
};

}  // namespace kanon
