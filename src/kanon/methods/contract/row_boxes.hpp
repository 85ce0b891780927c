// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kanon {

/// A box around each row of a table, by itself: box i is the released row of row i. No regular
/// graph lies behind them, so that nothing is released by them; they are what publications compare
/// with. Rows are numbered here as they like, rows of one type (alike in every quasi-identifier)
/// side by side.
class RowBoxes {
public:
    virtual ~RowBoxes() = default;

    [[nodiscard]] virtual std::uint32_t rows() const = 0;

    /// How many rows are of each type.
    [[nodiscard]] virtual std::span<const std::uint32_t> rows_of_types() const = 0;

    [[nodiscard]] virtual std::uint32_t type(std::uint32_t row) const = 0;

    /// The types that a box covers as it would be released, ascending.
    [[nodiscard]] virtual std::vector<std::uint32_t> covered_types(std::uint32_t box) const = 0;

    /// What a box loses more once it covers a type as well, as a whole number; 0 if it does.
    [[nodiscard]] virtual std::uint32_t growth(std::uint32_t box, std::uint32_t type) const = 0;

    /// Widen a box, so that it covers the type.
    virtual void widen(std::uint32_t box, std::uint32_t type) = 0;

    /// The task's objective for the boxes, to nine digits.
    [[nodiscard]] virtual double loss() const = 0;
};

/// (k,k)-anonymity: each box covers k rows, and each row is covered by k boxes. Gionis, Mazza,
/// Tassa (k-anonymization revisited, ICDE 2008), Algorithm 4 (a box takes the row that it grows
/// least by, until it has k) and Algorithm 5 (a row of too few boxes is taken by those that grow
/// least). Reconstructed from descriptions, since the source was not at hand: ties go to the type,
/// and the box, of the lesser number; Algorithm 5 counts the boxes as rows before widened them.
///
/// That is less than k-anonymity: a row covered by k boxes need not be behind each of them, if all
/// rows are to be behind one box. Cost O(t^2 k m + n^2 m).
/// \throws Error{bad_policy} for another objective than gcp and lm; Error{infeasible} if there are
/// fewer than k rows; Error{timed_out, cancelled} if the run should stop.
[[nodiscard]] std::unique_ptr<RowBoxes> make_kk_boxes(const Task& task, const RunContext& context);

}  // namespace kanon
