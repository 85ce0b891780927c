// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// A table whose row i is row order[i] of the given one. Dictionaries are shared. Cost O(rows m).
/// \pre each is below row_count()
[[nodiscard]] Table reordered(const Table& table, std::span<const std::uint32_t> order);

/// A table that has row i of the given one counts[i] times, in its order. Cost O(rows m) of the
/// result. \throws Error{bad_input} for more rows than a table can have. \pre a count for each row
[[nodiscard]] Table repeated(const Table& table, std::span<const std::uint64_t> counts);

/// The order in which the codes of the rows ascend, first column first; equal rows as they stood.
/// Cost O(n m log n) at most, 4 bytes per row.
[[nodiscard]] std::vector<std::uint32_t> order_by_codes(const Table& table);

}  // namespace kanon
