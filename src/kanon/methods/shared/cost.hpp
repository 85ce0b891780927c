// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/cell_loss.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// Losses as whole numbers, so that sums do not depend on the order of addition.
using Cost = std::uint64_t;

/// What the task's objective measures cells by where that is a loss of the value that is released
/// and nothing else: LM where it is that, else NCP.
[[nodiscard]] CellLoss measured_loss(const Task& task);

/// What costs are measured by, so that the cost of a table is the sum over its cells. No cost falls
/// where a label is exchanged for one above.
enum class CellMeasure : std::uint8_t {
    ncp,
    lm,
    loss,         ///< LM, generalized cells and those of suppressed rows weighed by the gs-factor
    entropy,      ///< the logarithm of the rows of the table with a value that the cell stands for
    combinations  ///< the logarithm of the values that the cell stands for; weights do not count
};

/// That of the task's objective; ncp for one that does not measure cells.
[[nodiscard]] CellMeasure cell_measure(const Task& task);

/// The geometric mean of 1 + L_j over the attributes, less 1, for the mean of their logarithms in
/// units of 2^-50.
[[nodiscard]] double loss_of_log_mean(std::uint64_t log_mean);

/// Turns the losses of cells into costs: a cell of attribute j costs round(weight_j / sum of
/// weights * loss * 2^unit_bits), and rows << unit_bits is the most that a table costs. Of entropy
/// a loss is log2 f / log2 n, with f of the n rows under the label; of combinations log2 c over the
/// sum of log2 |A_j|, with c values under it. Borrows the task.
class CostScale {
public:
    /// Cost O(t m) for entropy, else O(m).
    explicit CostScale(const Task& task, CellMeasure measure = CellMeasure::ncp);

    /// Cost of a released cell of an attribute that has this loss, by NCP or LM, in [0, 1].
    [[nodiscard]] Cost released(std::size_t attribute, double loss) const {
        return cell(attribute, generalized_ * loss);
    }

    /// Cost of a released cell per label of a level.
    [[nodiscard]] std::vector<Cost> labels(std::size_t attribute, Level level) const;

    /// Cost of a released cell that stands for values with so many rows. \pre entropy
    [[nodiscard]] Cost of_rows(std::size_t attribute, std::uint64_t rows) const;

    /// Cost of one cell of a suppressed row.
    [[nodiscard]] Cost star(std::size_t attribute) const { return star_[attribute]; }

    /// Cost of one suppressed row: the sum of star costs.
    [[nodiscard]] Cost row() const { return row_; }

    /// The cost of a table as the measure that it is, in [0, 1]: GCP, LM, the loss with a
    /// gs-factor; entropy as a share of what stars throughout would lose; the mean logarithm of
    /// combinations as a share of that of all. For a bound, a value that none falls below.
    [[nodiscard]] double value(Cost cost) const;

    /// A loss with a gs-factor as the mean logarithm of 1 + L_j over the attributes, weighted, in
    /// units of loss_of_log_mean(), rounded down; L_j is the loss of attribute j, from its column's
    /// cost.
    [[nodiscard]] std::uint64_t log_mean(std::span<const Cost> columns) const;

private:
    void settle_measure();
    [[nodiscard]] Cost cell(std::size_t attribute, double loss) const;
    void take_rows();
    [[nodiscard]] double lost_by_star(const Hierarchy& hierarchy) const;
    [[nodiscard]] std::vector<double> losses(std::size_t attribute, Level level) const;

    const Task& task_;
    CellMeasure measure_;
    double generalized_ = 1;  ///< what released cells are weighed by
    double suppressed_ = 1;   ///< what cells of suppressed rows are
    double log_whole_ = 0;    ///< log2 of the rows, or of all combinations
    std::vector<double> scale_;
    std::vector<Cost> star_;
    std::vector<std::vector<std::uint64_t>> rows_;  ///< entropy: per attribute, per code
    Cost row_ = 0;
    Cost least_ = 0;    ///< of any table: entropy of the values themselves
    double whole_ = 1;  ///< of an all-starred table, beyond that
};

}  // namespace kanon
