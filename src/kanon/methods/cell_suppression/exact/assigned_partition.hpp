// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/exact/row_assignment.hpp"
#include "kanon/methods/cell_suppression/partition/star_partition.hpp"
#include "kanon/methods/cell_suppression/patterns/star_cells.hpp"

namespace kanon::cell_suppression {

/// The classes of an assignment, one for each cell that it uses. Rows that it leaves starred are a
/// class if they are enough and the policy says so, else suppressed. Cost O(t + shares).
[[nodiscard]] StarPartition partition_of_assignment(const Task& task,
                                                    const StarCells& cells,
                                                    const RowAssignment& assignment);

}  // namespace kanon::cell_suppression
