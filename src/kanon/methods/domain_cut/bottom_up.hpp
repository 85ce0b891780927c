// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::domain_cut {

/// Bottom-up generalization: begin with the values themselves and generalize, one set of siblings
/// at a time, what tells least of the class attribute for the most anonymity, until the promises
/// hold.
///
/// Wang, Yu, Chakraborty: Bottom-up generalization: a data mining solution to privacy protection,
/// ICDM 2004. Every attribute has a cut of its hierarchy, at first the leaves. A generalization G
/// replaces all children of a node, where all are in the cut, by the node. Of the critical ones,
/// those that raise the anonymity of the table, the one of least
///     IP(G) = InfoLoss(G) / AnonyGain(G)
/// is carried out; where none is critical, the one of least InfoLoss. InfoLoss is the rise in
/// entropy of the class labels over the rows concerned; AnonyGain is what the size of the smallest
/// group grows by, counted up to k alone. A generalization cannot be critical if a smallest group
/// has none of its values, so few are tried. Equal ones: the first attribute, then the lowest
/// value.
///
/// The source was not at hand; reconstructed from its definitions, as known. How this differs:
/// - One anonymity requirement over all quasi-identifiers.
/// - Any privacy model may be asked for, see MergedGroups for what anonymity then is. Up to the
///   suppression limit of rows may stand in groups that fail, and are suppressed: the anonymity of
///   the table leaves that many rows of the smallest groups aside.
/// - Numbers without a given hierarchy are generalized by the intervals made up for them.
///
/// Needs a class attribute. Heuristic; the task's objective is reported, not pursued.
/// `infeasible` is proven where all models are Monotony::superset. Stopped early there is no
/// release; a node of the node limit is one generalization. One thread.
/// Cost O(t m), then per generalization O(m) per group, and O(g log g * m) for each critical one
/// with g groups concerned. Memory O(t m + values * labels).
[[nodiscard]] std::unique_ptr<Method> make_bottom_up(const OptionMap& options);

}  // namespace kanon::domain_cut
