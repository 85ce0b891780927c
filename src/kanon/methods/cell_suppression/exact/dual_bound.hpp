// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/exact/row_assignment.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// What rows pay for being released: per type of an AssignmentTask, in units of StarCost.
using RowPrices = std::vector<std::int64_t>;

/// What prices prove of every assignment of a task's rows to classes.
struct DualBound {
    std::int64_t cost = 0;  ///< no assignment costs less
    /// Per class of the task: an assignment that uses it costs at least `cost` + this.
    std::vector<std::int64_t> if_used;
};

/// The Lagrangean bound of a choice of classes: that each row is in one class is given up, and paid
/// for by prices instead; then each class is opened or not by itself, with the rows that pay more
/// than they cost there, and with the cheapest others where these are not enough.
///
/// Held in whole numbers, so a proof whatever the prices are and wherever they come from. With the
/// prices of the linear relaxation of CellProgram it is that relaxation's value, and no prices give
/// more: a class's own program has whole corners. Limits on starred rows other than "none" are left
/// out. Textbook (Geoffrion 1974, for facilities with a least load); ours for this task.
/// Cost O(e log e) for e row types of all classes in sum. \pre prices.size() == task.types.size()
[[nodiscard]] DualBound dual_bound(const AssignmentTask& task, const RowPrices& prices);

}  // namespace kanon::cell_suppression
