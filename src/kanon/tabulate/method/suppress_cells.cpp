// SPDX-License-Identifier: Apache-2.0
#include "kanon/tabulate/method/suppress_cells.hpp"

#include "kanon/tabulate/method/least_suppressed.hpp"
#include "kanon/tabulate/method/protect_cells.hpp"

#include <algorithm>
#include <utility>

namespace kanon::tabulate {

std::uint64_t suppressed_cells(const CountTables& tables) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(tables.cells, [](const CountCell& cell) { return cell.suppressed; }));
}

CountTables suppress_cells(const CellGrid& grid,
                           std::uint64_t k,
                           const MipSolver* solver,
                           const RunContext& context) {
    CountTables out = protect_cells(grid, k, solver, context);
    const bool is_open = suppressed_cells(out) > out.least_suppressed;
    if (solver == nullptr || !is_open || grid.tables().cells.size() > kMostProgramCells) {
        return out;
    }
    const LeastSuppressed least = least_suppressed(grid, k, *solver, context);
    throw_if_cancelled(context);
    if (least.ended && suppressed_cells(out) > least.cells) {
        CountTables other = protect_cells(grid, k, solver, context, least.suppressed);
        if (suppressed_cells(other) < suppressed_cells(out)) {
            out = std::move(other);
        }
    }
    out.least_suppressed = least.cells;
    return out;
}

}  // namespace kanon::tabulate
