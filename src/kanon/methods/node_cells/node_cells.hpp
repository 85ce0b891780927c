// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon {

/// Star single cells at the node that a method of the lattice chooses: the model AG_CS.
///
/// Ciriani, De Capitani di Vimercati, Foresti, Samarati: k-Anonymity (2007), section 3, name the
/// model and say that nobody has looked into it; so the way is ours. The method chooses a node as
/// if task.cell_suppression_limit rows might be suppressed. The row types at that node are
/// released by pattern-greedy (Bredereck et al. 2013, Algorithm 1) over all patterns, or those of
/// fewest stars where there are more than kMostPatterns: classes that hold star nothing; the other
/// rows star the cells that cost least (an attribute's weight, times what a star loses on average
/// over the labels there). What is left over is suppressed within task.suppression_limit, or
/// placed: place_leftovers(). The same is done at the node for suppression_limit itself, and the
/// better release is taken: never one that loses more than rows suppressed whole.
///
/// No bound is known, and no outcome is `optimal`: see prove_cell_optimality(). Minimal nodes are
/// not told. A search that stops before cells are starred ends with rows suppressed whole, where
/// these are few enough. Cost: two searches of the method, and for each O(p t m) at worst, p
/// patterns, and O(n m) to measure the release. Same outcome for any thread count.
[[nodiscard]] std::unique_ptr<Method> star_cells_at_node(std::unique_ptr<Method> method);

}  // namespace kanon
