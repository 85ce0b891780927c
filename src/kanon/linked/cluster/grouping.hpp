// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace kanon::linked {

/// The group of a row that is left out.
inline constexpr std::uint32_t kLeftOut = std::numeric_limits<std::uint32_t>::max();

/// What becomes of the rows of one table: rows of a group are released alike.
struct TableGrouping {
    std::vector<std::uint32_t> group_of_row;  ///< per row of the table, or kLeftOut
    std::uint32_t groups = 0;
};

/// The decision of a method: the groups of the root are the classes of subjects. Each group of a
/// child lies below one group of its parent, and has as many rows below each row of that.
struct Grouping {
    std::vector<TableGrouping> tables;  ///< as those of LinkedTables
};

}  // namespace kanon::linked
