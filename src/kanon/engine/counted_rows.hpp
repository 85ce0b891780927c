// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection.hpp"
#include "kanon/engine/gathered_rows.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kanon::engine {

/// Distinct rows of some columns of a table in an engine, and how many rows each stands for.
struct CountedRows {
    Table table;                        ///< one row per distinct row, sorted by its codes
    std::vector<std::uint64_t> counts;  ///< >= 1 each
    std::uint64_t rows = 0;             ///< their sum
};

/// Counted rows in any order, alike or not. \pre a count for each row of the table
/// Cost O(t m log t) for t rows.
[[nodiscard]] CountedRows in_order(const Table& table, const std::vector<std::uint64_t>& counts);

/// Count the distinct rows of these columns by one `GROUP BY`: the engine looks at the rows, kanon
/// at what they have in common. Values are texts as the engine spells them, equal if every byte is;
/// NULL and '' are missing. Types are inferred as from a file. \pre at least one column
///
/// Cost: one scan and grouping in the engine; here O(t m) for t distinct rows, sorted. The result
/// does not depend on the order in which the engine gives them.
/// \throws EngineFault; Error{bad_input}: names that the engine cannot have, values that a table
/// cannot, no rows, more than `most` distinct rows; Error{cancelled}
[[nodiscard]] CountedRows count_rows(Connection& connection,
                                     const SourceAddress& address,
                                     std::span<const std::string> columns,
                                     std::uint64_t most = Table::kMostRows);

}  // namespace kanon::engine
