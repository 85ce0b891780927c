// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon {

/// A set of columns, one bit each.
using ColumnSet = std::uint64_t;

/// Two columns, as sets of one.
struct ColumnPair {
    ColumnSet identifier = 0;
    ColumnSet sensitive = 0;
};

/// The smallest sets of columns that part two columns from each other: once they are taken out of
/// every view, no chain of views that share a column leads from one to the other. So rows that
/// agree on such a set can exchange all that lies beyond it, and no view changes.
///
/// `views`: the columns that each shows or selects by. None where a view has both columns. Where
/// more than 16 columns lie in several views, not all sets are looked at, but those next to either
/// column. Ascending, at most 256. Cost O(2^c v) for c such columns.
[[nodiscard]] std::vector<ColumnSet> find_separators(const std::vector<ColumnSet>& views,
                                                     const ColumnPair& pair);

}  // namespace kanon
