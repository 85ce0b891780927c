// SPDX-License-Identifier: Apache-2.0
// Cuts at the root of a search. Only the files that stand for COIN-OR behind the port include this.
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/solve/coin_model.hpp"
#include "kanon/solve/solver.hpp"

namespace kanon {

/// Tighten the relaxation of a model that solve_linear() solved, for solutions that cost less than
/// the cut-off: add the cuts of MixedRounding (of rows along paths, and of the simplex tableau) and
/// of Cgl's probing, take out what they make slack, fix the whole columns whose reduced cost tells
/// their value, and so on until the bound rises no more.
///
/// Few cuts that are short and not alike: others cost the linear programs of the search more than
/// they tell. `infeasible`: nothing is below the cut-off. Otherwise the solver holds the tightened
/// relaxation, whose reduced costs hold for what is below the cut-off.
SolveStatus tighten(CoinModel& model, const SolveOptions& options, const RunContext& context);

}  // namespace kanon
