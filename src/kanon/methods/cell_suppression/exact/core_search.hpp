// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/cell_suppression/exact/cell_program.hpp"
#include "kanon/methods/cell_suppression/exact/exact_outcome.hpp"
#include "kanon/methods/cell_suppression/exact/row_assignment.hpp"
#include "kanon/solve/solver.hpp"

#include <cstddef>
#include <optional>

namespace kanon::cell_suppression {

/// What is known of a part of a table.
struct PartChoice {
    std::optional<RowAssignment> best;
    StarCost bound = 0;           ///< no choice costs less; kNoChoice if there is none
    StarCost enough = kNoChoice;  ///< a bound of this is all that is asked for
    bool proven = false;          ///< the best, or that there is none
    bool failed = false;          ///< the solver gave up
    bool skipped = false;         ///< a program of more than kMostProgramEntries
};

/// Row types of all cells in sum, of which a program is made: beyond it not even the linear
/// relaxation ends in minutes, and a program takes about 1 KB for each.
inline constexpr std::size_t kMostProgramEntries = 200'000;

/// Close the gap of a part: raise its bound, find better choices of classes, until both meet.
///
/// Row types that are in the same classes are one (MergedTypes). The linear relaxation of
/// CellProgram prices the rows; with these prices, DualBound says what any use of a class costs
/// beyond the bound at least. The solver's cuts raise the bound, and the reduced costs of the
/// tightened relaxation say the same of classes, more sharply. That relaxation is kept. Then, for a
/// reach of eight units beyond the bound, twice as many more, and so on: what costs less than the
/// bound and the reach uses only classes that by themselves cost no more. The integer program of
/// these few (the core), from the kept relaxation on, either has a choice below the reach, which is
/// the best of all, or the bound rises by the reach. No good start is needed, and a better one ends
/// it sooner. Ours; known as a core problem (Balas, Zemel 1980, for knapsacks), there without a
/// proof. Where the search may be stopped, it begins with a good choice near the
/// tightened relaxation. Stopped early, the best so far and the bound that was proven stay;
/// so they do where the bound is as much as is asked for.
///
/// A short reach costs more than it saves: on Adult with a mask of 14 patterns, CPU seconds for
/// k = 10 and 25 are 34 and 9.5 from two units on, half as many more each time; 23 and 5.2 from
/// eight.
void search_core(const AssignmentTask& task,
                 CostUnit unit,
                 const MipSolver& solver,
                 const RunContext& context,
                 PartChoice& out);

}  // namespace kanon::cell_suppression
