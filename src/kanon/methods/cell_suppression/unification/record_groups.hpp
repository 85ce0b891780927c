// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/row_types.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::cell_suppression {

/// Rows that are alike in all that a release may depend on: quasi-identifiers and tracked columns.
struct RecordGroup {
    std::uint32_t type = 0;
    std::uint32_t tuple = 0;  ///< place in RowTypes::tuple_counts() of the type
    std::uint32_t rows = 0;   ///< >= 1
    std::uint32_t set = 0;    ///< of the correct partition
};

/// The correct partition (Armengol & Torra, Fig. 2): rows are in one set if they agree in every
/// tracked column. All groups by type, then tuple; sets are numbered by the codes that their rows
/// have there, first column first. Without tracked columns there is one set.
struct CorrectPartition {
    std::vector<RecordGroup> groups;
    std::size_t sets = 0;
};

/// Cost O(g log s) for g groups in s sets.
[[nodiscard]] CorrectPartition correct_partition(const RowTypes& types);

}  // namespace kanon::cell_suppression
