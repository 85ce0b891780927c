// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/parts/row_assignment.hpp"
#include "kanon/methods/parts/star_cells.hpp"
#include "kanon/methods/parts/star_partition.hpp"

namespace kanon {

/// The classes of an assignment, one for each cell that it uses. Rows that it leaves starred are a
/// class if they are enough and the policy says so, else suppressed. Cost O(t + shares).
[[nodiscard]] StarPartition partition_of_assignment(const Problem& problem,
                                                    const StarCells& cells,
                                                    const RowAssignment& assignment);

}  // namespace kanon
