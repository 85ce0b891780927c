// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/code_vector.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

/// What the search for suppressed cells hands to the auditor: values alone.
namespace kanon::tabulate {

/// In the key of a cell: all values of the column together.
inline constexpr Code kTotal = std::numeric_limits<Code>::max();

/// A column of the count tables: one of the table, or a level of its hierarchy.
struct CountColumn {
    std::size_t place = 0;     ///< in the table
    std::uint32_t family = 0;  ///< levels of one column have the same; counted from 0
    std::uint32_t level = 0;   ///< a value has one of each higher level of its family
};

/// A cell of the count tables: per column a code or kTotal. `count` is at least 1; cells without
/// rows are not listed.
struct CountCell {
    std::vector<Code> key;
    std::uint64_t count = 0;
    bool suppressed = false;
};

/// Rows with these values, so many more (or fewer, below 0).
struct Change {
    std::vector<Code> values;  ///< one per column, none of them kTotal
    std::int64_t rows = 0;
};

/// Another table of rows, as changes of the true one: it gives all that is published, and in `cell`
/// a count of k or more.
struct Witness {
    std::size_t cell = 0;  ///< place in CountTables::cells
    std::vector<Change> changes;
};

/// Count tables over some columns of a table. A cell that several tables share is there once.
struct CountTables {
    std::vector<CountColumn> columns;
    /// Of columns that cells have values of, one of a family at most; bit i: columns[i].
    std::vector<std::uint32_t> sets;
    std::vector<CountCell> cells;        ///< by set, then ascending by key
    std::vector<Witness> witnesses;      ///< one per cell of a count below k
    std::uint64_t least_suppressed = 0;  ///< no protected tables have fewer suppressed cells
};

}  // namespace kanon::tabulate
