// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/solve/solver.hpp"
#include "kanon/task/task.hpp"

#include <string>
#include <string_view>

namespace kanon {

/// The method whose search prove_optimality() makes: what it would begin again after that method,
/// and who found a release that takes another's place.
inline constexpr std::string_view kProvingMethod = "pattern-ilp";

/// An outcome after its gap was worked on.
struct ProvenOutcome {
    Outcome outcome;
    bool replaced = false;  ///< by a release that the search of kProvingMethod found
    std::string note;       ///< to users, after `--prove`: what was tried and why in vain; or ""
};

/// Close the gap of a release by values and stars: raise its bound by the linear relaxation and the
/// integer program of find_least_cost_release(), which starts from the release's own classes. A
/// better release is taken, a worse one never. Figures of the search are added as `proof_...`.
///
/// Where a model looks at more than rows, its classes are among those that the program allows: the
/// bound holds, and the release stays. Without a solver, or where it fails, all stays as it is.
/// \pre the outcome is of a method of cell suppression, for this task
[[nodiscard]] ProvenOutcome prove_optimality(const Task& task,
                                             Outcome outcome,
                                             const MipSolver* solver,
                                             const RunContext& context);

/// Refuse what prove_cell_optimality() cannot search.
/// \throws Error{bad_policy} if the objective is neither gcp nor lm, a model looks at more than
/// rows, or there are too many quasi-identifiers or nodes.
void require_provable_cells(const Task& task);

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
/// unless it timed out. \pre require_provable_cells() does not refuse the task
[[nodiscard]] ProvenOutcome prove_cell_optimality(const Task& task,
                                                  Outcome known,
                                                  const MipSolver* solver,
                                                  const RunContext& context);

/// Close the gap of a release by aggregates: raise its bound by prices of rows
/// (microaggregation::class_bound()), then look for better classes by an integer program over the
/// groups that were priced (better_classes()), where a solver is there and models count rows alone.
/// A better release is taken, a worse one never. Figures are added as `proof_...`.
///
/// \pre the outcome is of a method of microaggregation, for this task
[[nodiscard]] ProvenOutcome prove_aggregates(const Task& task,
                                             Outcome known,
                                             const MipSolver* solver,
                                             const RunContext& context);

}  // namespace kanon
