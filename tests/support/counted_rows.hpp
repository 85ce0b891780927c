// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <vector>

namespace kanon::test {

/// Distinct rows, and how often a table has each.
struct CountedRows {
    Table table;
    std::vector<std::uint64_t> counts;
};

/// The distinct rows of a table, sorted by their codes.
[[nodiscard]] CountedRows counted_rows(const Table& table);

/// A table with row i of the given one i % 4 + 1 times, sorted by codes.
[[nodiscard]] Table with_repeats(const Table& table);

}  // namespace kanon::test
