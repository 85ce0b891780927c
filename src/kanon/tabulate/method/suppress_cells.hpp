// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/solve/solver.hpp"
#include "kanon/tabulate/method/cell_grid.hpp"

#include <cstdint>

namespace kanon::tabulate {

/// Cells up to which an integer program is tried.
inline constexpr std::size_t kMostProgramCells = 20'000;

/// Protect the cells of fewer than k rows by few others: by protect_cells(), and from what
/// least_suppressed() chooses, whichever has fewer. That bounds them as well
/// (CountTables::least_suppressed; equal: proven to be the fewest). Without a solver, or for more
/// than kMostProgramCells cells, the bound is the number of small cells. \throws Error{cancelled}
[[nodiscard]] CountTables suppress_cells(const CellGrid& grid,
                                         std::uint64_t k,
                                         const MipSolver* solver,
                                         const RunContext& context);

/// Of the tables: suppressed cells.
[[nodiscard]] std::uint64_t suppressed_cells(const CountTables& tables);

}  // namespace kanon::tabulate
