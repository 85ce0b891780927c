// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::profile {

/// A few columns that leave at least `wanted` rows alone, ascending; fewer columns may do. All of
/// them where they do not leave so many alone.
///
/// Greedy: always the column after which fewest pairs of rows are alike in all columns taken, until
/// enough rows are alone; then each column goes, the first taken first, that need not be there.
/// Columns are compared on 2^14 rows at most, in whole groups of rows that are alike so far.
/// Rows are told apart by 64-bit hashes. Cost O(c (n + 2^14 m)) for c columns taken of m, and c
/// counts of the table. Memory: 16 bytes a row. The same in every run.
[[nodiscard]] std::vector<std::size_t> find_refining_set(const Table& table,
                                                         const std::vector<std::size_t>& columns,
                                                         std::uint64_t wanted);

}  // namespace kanon::profile
