// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::cell_suppression {

/// The least lossy release by values and stars whose rows keep a mask of patterns, proven.
///
/// Bredereck, Nichterlein, Niedermeier: Pattern-Guided k-Anonymity, Algorithms 6(4), 2013, section
/// 2.2, (5)-(8), solved by the port of solve/solver.hpp (COIN-OR Cbc). Differs:
/// - a tighter program: CellProgram;
/// - only cells that are closed in the mask (StarCells), with the rows that a class needs;
/// - parts of the table that no cell connects are solved apart: select_cells();
/// - of each part, first only the cells that cost little beyond the bound: search_core();
/// - it starts from what pattern-greedy takes, reassigned at least cost;
/// - weights of attributes; up to `suppression.max` starred rows besides the classes; rows starred
///   throughout are a class where the policy says so and they are enough;
/// - which rows a chosen class gets is computed anew, as a flow in whole numbers, and its cost must
///   be what the solver says it is: its proof rests on the solver's bound alone.
/// k-anonymity only: with other models a class of many rows need not hold where a part of it does.
///
/// Promises against those who know some attributes are kept set by set: star_sets_exactly().
///
/// Stopped early, without a solver, or where it fails: the best release so far, pattern-greedy's at
/// worst, with the bound that was proven. The node limit holds for each program of each part.
/// Cost: exponential at worst; O(entries) memory, for the row types of all cells in sum.
[[nodiscard]] std::unique_ptr<Method> make_pattern_ilp(const OptionMap& options);

}  // namespace kanon::cell_suppression
