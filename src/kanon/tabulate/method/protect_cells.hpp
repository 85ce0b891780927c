// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/tabulate/contract/count_cells.hpp"
#include "kanon/tabulate/method/cell_grid.hpp"

#include <cstdint>

namespace kanon::tabulate {

/// Suppress each cell of fewer than k rows, and others with it, so that for each of these there is
/// another table of rows that gives all that is published, with a count of k or more in that cell.
/// In that table every suppressed cell has a row, for a reader knows that cells without are
/// published as such.
///
/// Greedy, cell after cell: the other table grows by moves. A move adds rows of one tuple of the
/// cell and takes or adds as many at the corners of a box of up to three columns (signs alternate),
/// so that only cells with values in all these columns change; a move without columns adds rows
/// alone. The move of the fewest new suppressed cells for each row is taken. At last each secondary
/// cell is published again where the witnesses of all cells that used it can be found without.
/// The hypercube method (Repsilber; Giessing, in the handbook of tau-ARGUS) with whole-number
/// witnesses in place of its rule for corners; reconstructed, no minimum is claimed.
///
/// There is always such a suppression. Deterministic unless the deadline ends the last part.
/// \throws Error{cancelled}
[[nodiscard]] CountTables protect_cells(const CellGrid& grid,
                                        std::uint64_t k,
                                        const RunContext& context);

/// Seek witnesses for cells whose suppression is given, among those of protect_cells() first, and
/// suppress no more. A cell of which none
/// is found has none in the result; that is no proof that there is none.
void find_witnesses(const CellGrid& grid,
                    std::uint64_t k,
                    CountTables& tables,
                    const RunContext& context);

}  // namespace kanon::tabulate
