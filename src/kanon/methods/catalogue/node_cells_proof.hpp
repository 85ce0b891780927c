// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/contract/close_gap.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/solve/solver.hpp"
#include "kanon/task/task.hpp"

namespace kanon {

/// Refuse what close_cell_gap() cannot search.
/// \throws Error{bad_policy} if the objective is neither gcp nor lm, a model looks at more than
/// rows, or there are too many quasi-identifiers or nodes.
void require_cell_gap(const Task& task);

/// Find the least loss of the model AG_CS, from a release of star_cells_at_node() on, or from none:
/// a level for each column, then single cells starred, and rows suppressed within
/// task.suppression_limit. task.cell_suppression_limit, which steers that search, bounds none here.
///
/// Ours; Ciriani et al. 2007, section 3, name the model and no way. No release at a node loses less
/// than the node does with nothing starred; the node of the least bound is looked at until none
/// has one below the best release known. A look takes the table at the node as one of cell
/// suppression, whose classes of least loss choose_cells() looks for: a row costs what its labels
/// lose, and a star for each that its class does not show. That depends on the class alone, since
/// its rows show the same labels, so the integer program is that of Bredereck et al. 2013. A look
/// ends with a bound half-way to the best release known; then the node waits for its turn again.
/// Eight nodes are looked at side by side, each with the best release known before.
///
/// Ends as `optimal` where no node is left; else the least bound of those that are left bounds all
/// releases. Node limit: looks, and nodes of each program's tree. Cost O(L m) for L nodes, and for
/// each look O(2^m t m) and its program: exponential at worst. Same outcome for any thread count
/// unless it timed out. \pre require_cell_gap() does not refuse the task
[[nodiscard]] ClosedGap close_cell_gap(const Task& task,
                                       Outcome known,
                                       const MipSolver* solver,
                                       const RunContext& context);

}  // namespace kanon
