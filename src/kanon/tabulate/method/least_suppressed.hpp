// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/solve/solver.hpp"
#include "kanon/tabulate/method/cell_grid.hpp"

#include <cstdint>
#include <vector>

namespace kanon::tabulate {

/// What an integer program says of the fewest cells to suppress.
struct LeastSuppressed {
    std::uint64_t cells = 0;       ///< no suppression has fewer
    std::vector<bool> suppressed;  ///< those that it chose, small ones among them; one per cell
    std::uint64_t attacks = 0;     ///< linear programs of a reader that were solved
    bool ended = false;            ///< no reader's program asks for more of what was chosen
};

/// Bound how many cells must be suppressed, by cutting planes (Fischetti, Salazar-Gonzalez,
/// Management Science 2001). The program chooses cells, the small ones among them. For each small
/// cell p of count a, a linear program asks by how much a reader could raise p: changes of all
/// cells add up as the cells do, those of published cells are 0, and a suppressed cell keeps a row.
/// If that is less than k - a, its duals say which cells were too few: a change of p is the sum of
/// changes of others by any duals, a change up is worth k - a at most, and one down no more than
/// the rows of the cell. Duals are rounded to multiples of 2^-20, with which such sums are exact.
///
/// A reader's other table is one of fractions here, and sums of linked tables need not be of the
/// same rows: that allows more than protect_cells() does, so that what must be suppressed here must
/// be suppressed there. Reconstructed from the method's descriptions: only the upper end is asked
/// for, and cuts are not strengthened.
///
/// Ends after some seconds of work, counted in cells, or at the deadline if there is one. The same
/// for any thread count, but with a deadline.
[[nodiscard]] LeastSuppressed least_suppressed(const CellGrid& grid,
                                               std::uint64_t k,
                                               const MipSolver& solver,
                                               const RunContext& context);

}  // namespace kanon::tabulate
