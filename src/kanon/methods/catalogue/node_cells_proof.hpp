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
/// Ours; Ciriani et al. 2007, section 3, name the model and no way. The nodes are looked at in the
/// order of what they lose with nothing starred: no release at a node loses less. Until this is no
/// less than the best release known, the table at each node is one of cell suppression, whose
/// classes of least loss are chosen by choose_cells(): a row costs what its labels lose, and a star
/// for each that its class does not show. That depends on the class alone, since its rows show the
/// same labels, so the integer program is that of Bredereck et al. 2013. A node is left as soon as
/// its bound says that it has nothing better.
///
/// Ends as `optimal` where all nodes are done; else the least bound of those that are left bounds
/// all releases. Node limit: nodes whose classes are chosen, and nodes of each program's tree.
/// Cost O(L (m + log L)) for L nodes, O(2^m t m) for each whose classes are chosen, and its
/// program: exponential at worst. Same outcome for any thread count unless it timed out. \pre
/// require_cell_gap() does not refuse the task
[[nodiscard]] ClosedGap close_cell_gap(const Task& task,
                                       Outcome known,
                                       const MipSolver* solver,
                                       const RunContext& context);

}  // namespace kanon
