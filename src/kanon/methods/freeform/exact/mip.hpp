// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::freeform {

/// The least lossy freeform generalization of a small table, proven by a mixed-integer program.
///
/// Doka, Xue, Tsoumakos, Karras: k-Anonymization by Freeform Generalization, ASIACCS 2015, section
/// 4, (4)-(11), solved by the port of solve/solver.hpp. Differs:
/// - each record has the row of its number, so one of the k matchings is given: records have no
///   names, and every regular graph has a perfect matching;
/// - ends of ranges and values of sets are told by steps (MipModel) and not by (4)-(9), whose
///   products with x(r, i) say next to nothing once x is not whole; hierarchies, missing values,
///   sets that are too large, and persons, whom no record has twice, are ours;
/// - each record loses at least what the least lossy box of k rows around its row does, and with a
///   row what it loses with that one and the third one that adds least;
/// - the search begins below the loss of what freeform-hungarian finds, which is released where
///   there is none better.
///
/// `optimal` is up to what the solver tells apart: a ten-millionth of a row of which all is lost.
/// For k = 2 one assignment is exact, and no program is solved. Stopped early, by deadline,
/// cancellation or after `node_limit` nodes: the best graph so far with the bound that was proven.
/// Without a solver: what freeform-hungarian finds, and a reason. Refuses more than 200 rows.
/// Where the best graph would star more records throughout than may be suppressed, that of the
/// heuristic is released, if it does not.
/// Cost: exponential at worst; memory O(n^2 (k + m)), more where the solver branches.
[[nodiscard]] std::unique_ptr<Method> make_mip(const OptionMap& options);

}  // namespace kanon::freeform
