// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/table.hpp"
#include "kanon/tabulate/contract/count_cells.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::tabulate {

/// What the auditor found of count tables.
struct CellAudit {
    std::uint64_t cells = 0;          ///< counted anew
    std::uint64_t suppressed = 0;     ///< of these
    std::uint64_t below_k = 0;        ///< of these: fewer than k rows
    std::uint64_t proven = 0;         ///< of these: with a witness that holds
    std::vector<std::string> faults;  ///< one line each, without values; the first ten
    std::uint64_t fault_count = 0;

    /// Nothing is wrong, and each cell below k has its witness.
    [[nodiscard]] bool holds() const { return fault_count == 0 && proven == below_k; }
};

/// Judge count tables: count every cell again from the rows, and hold each witness against all that
/// is published, in whole numbers. A witness must leave every published count as it is, cells
/// without rows among them, leave a row in every suppressed cell, change only tuples that the table
/// has (so that levels of a column agree), have none of fewer than 0 rows, and give its own cell k
/// rows or more. Knows nothing of the search. Only `columns`, `sets`,
/// keys, counts of published cells, and witnesses are looked at: `count` of a suppressed cell is
/// not. Cost O(rows * columns + cells log cells + changes * sets log cells).
[[nodiscard]] CellAudit audit_cells(const Table& table, std::uint64_t k, const CountTables& tables);

}  // namespace kanon::tabulate
