// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/methods/cell_suppression/patterns/star_cells.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// How many rows may be starred throughout, apart from all cells.
struct StarredRows {
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

/// Row types, and the cells that are to be classes; each cell's types are among these.
struct AssignmentTask {
    std::span<const std::uint32_t> types;    ///< ascending
    std::span<const std::uint32_t> counts;   ///< rows of each row type of the table
    const StarCells* cells = nullptr;        ///< not owned
    std::span<const std::uint32_t> classes;  ///< cells, ascending
    std::span<const std::uint32_t> open{};   ///< other cells, which may have any number of rows
    std::uint64_t least_rows = 1;            ///< of a class
    StarCost star_cost = 0;                  ///< of a row that is starred throughout
    StarredRows starred{};
};

/// So many rows of a type are in the class of a cell.
struct CellShare {
    std::uint32_t type = 0;
    std::uint32_t cell = 0;
    std::uint32_t rows = 0;
};

struct RowAssignment {
    StarCost cost = 0;
    std::vector<CellShare> shares;  ///< by type, then cell; rows >= 1
    std::uint64_t starred = 0;      ///< rows that are in no class
};

/// Assign each row to a class of its type or to the starred rows, at least cost, so that every
/// class has enough rows; none if that cannot be.
///
/// "Row Assignment" of Bredereck, Nichterlein, Niedermeier 2013, Theorem 3, (1)-(4), as a flow of
/// least cost: from row types to the classes that can hold them, from these to one sink, at least k
/// rows from each. Differs: rows may be starred throughout as well; where cells are left open, the
/// cost is a lower bound for whatever some of them add to the classes. Cost: that of the flow, with
/// an arc for each type of each class. Same result every time.
[[nodiscard]] std::optional<RowAssignment> assign_rows(const AssignmentTask& task);

}  // namespace kanon::cell_suppression
