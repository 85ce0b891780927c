// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/solve/solver.hpp"
#include "kanon/tabulate/contract/count_cells.hpp"
#include "kanon/tabulate/method/cell_grid.hpp"

#include <cstdint>
#include <vector>

namespace kanon::tabulate {

/// Suppress each cell of fewer than k rows, and others with it, so that for each of these there is
/// another table of rows that gives all that is published, with a count of k or more in that cell.
/// In that table every suppressed cell has a row, for a reader knows that cells without are
/// published as such.
///
/// Greedy, cell after cell: the other table grows by moves. A move adds rows of one tuple of the
/// cell and takes or adds as many at the corners of a box of up to three columns (signs alternate),
/// so that only cells with values in all these columns change, and of a level of a column only
/// where its label differs; a move without columns adds rows alone. The move of the fewest new
/// suppressed cells for each row is taken. At last each secondary cell is published again where the
/// witnesses of all cells that used it can be found without: by moves, or by integer programs
/// (solve_witness(), of a million tuples together; without a solver, none). The hypercube method
/// (Repsilber; Giessing, in the handbook of tau-ARGUS) with whole-number witnesses in place of its
/// rule for corners; reconstructed, no minimum is claimed.
///
/// There is always such a suppression. Deterministic unless the deadline ends the last part.
/// \param start suppressed from the beginning, beside the cells of fewer than k rows; one per cell,
/// or none. \throws Error{cancelled}
[[nodiscard]] CountTables protect_cells(const CellGrid& grid,
                                        std::uint64_t k,
                                        const MipSolver* solver,
                                        const RunContext& context,
                                        const std::vector<bool>& start = {});

/// Seek witnesses for cells whose suppression is given, and suppress no more: `known` ones, one for
/// each cell of fewer than k rows, where they hold for it, else by the same moves. A cell of which
/// none is found has none in the result; that is no proof that there is none.
void find_witnesses(const CellGrid& grid,
                    std::uint64_t k,
                    const std::vector<Witness>& known,
                    CountTables& tables,
                    const MipSolver* solver,
                    const RunContext& context);

}  // namespace kanon::tabulate
