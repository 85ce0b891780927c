// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/stars/exact/row_assignment.hpp"
#include "kanon/methods/stars/partition/star_partition.hpp"
#include "kanon/methods/stars/patterns/star_cells.hpp"

namespace kanon::stars {

/// The classes of an assignment, one for each cell that it uses. Rows that it leaves starred are a
/// class if they are enough and the policy says so, else suppressed. Cost O(t + shares).
[[nodiscard]] StarPartition partition_of_assignment(const Task& task,
                                                    const StarCells& cells,
                                                    const RowAssignment& assignment);

}  // namespace kanon::stars
