// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::cell_suppression {

/// Rows that three-anonymity takes at most: its graph has two nodes for each two of them.
inline constexpr std::size_t kMostCycleRows = 1000;

/// 3-anonymity of attributes of two values, at most twice the least number of stars: classes are
/// pieces of the cycles of a 2-factor of least weight.
///
/// Aggarwal, Feder, Kenthapadi, Motwani, Panigrahy, Thomas, Zhu: Approximation algorithms for
/// k-anonymity, 2005, of which Ciriani, De Capitani di Vimercati, Foresti, Samarati 2007, section
/// 5, say that it is "similar" to 2-anonymity. The paper is not at hand; reconstructed were:
/// - the factor: every row has two edges, so the parts are cycles of three rows and more. It is
///   found as a perfect matching of least cost in the graph that has two nodes for a row and two
///   for an edge (Tutte 1954);
/// - the cut: a cycle is cut into pieces of three to five rows, the cheapest such cut of all;
/// - the ratio. An edge weighs what its two rows differ in. Best classes have three to five rows;
/// of
///   c rows that differ in weight d a class costs c d. An attribute of two values differs in at
///   most 2, 4, 6 edges of 3, 4, 5 rows, and an average cycle has all, 2/3, 1/2 of the edges: it
///   weighs at most 2 d, 8/3 d, 3 d, always within 2/3 c d. So the factor weighs at most 2/3 of the
///   least cost. A cycle of three to five rows that weighs w differs in w/2 at most, and costs 2.5
///   w at most. A longer one is cut into threes and at most two fours; averaged over where the cut
///   begins, threes cost 6 w / L and fours 12 w / L each for L rows, in all 2 w, 18/7 w and 3 w at
///   most for L = 3q, 3q + 1 and 3q + 2. So the release costs at most 3 times 2/3 of the least.
/// Differs: weights of attributes.
///
/// No mask; k-anonymity of rows alone. The ratio is that of the rows whose classes show something:
/// classes starred throughout are placed as pattern-greedy places rows left over, unless the policy
/// makes them a class. Bound: star_bound(). Cost O(n^4 log n) time at worst, O(n^2) memory. One
/// thread.
[[nodiscard]] std::unique_ptr<Method> make_three_anonymity(const OptionMap& options);

}  // namespace kanon::cell_suppression
