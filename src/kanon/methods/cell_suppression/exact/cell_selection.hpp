// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/cell_suppression/exact/cell_program.hpp"
#include "kanon/methods/cell_suppression/exact/core_search.hpp"
#include "kanon/methods/cell_suppression/exact/row_assignment.hpp"
#include "kanon/solve/solver.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// A choice among the cells of a table: which are classes, and which rows are in each.
struct CellSelectionTask {
    std::span<const std::uint32_t> counts;  ///< rows per row type
    const StarCells* cells = nullptr;       ///< not owned
    std::uint64_t least_rows = 1;           ///< of a class
    StarCost star_cost = 0;                 ///< of a row that is starred throughout
    CostUnit unit{};
    std::span<const std::uint32_t> start;  ///< cells to begin with, ascending
    StarCost enough = kNoChoice;           ///< a bound of this is all that is asked for
};

/// What was found.
struct CellSelection {
    std::optional<RowAssignment> best;
    StarCost bound = 0;  ///< no choice costs less; the greatest StarCost if there is none
    bool proven = true;  ///< the best, or no choice at all
    std::size_t parts = 0;
    std::size_t largest_part = 0;  ///< its row types
    std::size_t unproven_parts = 0;
    std::size_t failed_parts = 0;   ///< the solver gave up
    std::size_t skipped_parts = 0;  ///< a program of more than kMostProgramEntries
};

/// Choose classes of least cost with that many starred rows.
///
/// Parts of the table that no cell connects are solved one by one, side by side on threads, each by
/// search_core(); only a limit on the starred rows other than "none" and
/// "any" holds them together. Each starts from the best assignment to the given cells, and where
/// that costs no more than each row's cheapest cell, it is done. A part that the solver leaves, or
/// that is too large, keeps its start; so does one whose bound alone is enough for the whole. The
/// choice does not depend on threads, unless it was stopped early.
[[nodiscard]] CellSelection select_cells(const CellSelectionTask& task,
                                         StarredRows starred,
                                         const MipSolver& solver,
                                         const RunContext& context);

}  // namespace kanon::cell_suppression
