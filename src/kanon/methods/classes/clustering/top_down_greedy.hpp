// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/clustering/clustering.hpp"
#include "kanon/methods/contract/method.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace kanon::classes {

/// Divides classes in two around two records far from each other, and repairs those too small.
///
/// Xu, Wang, Pei, Wang, Shi, Fu: Utility-Based Anonymization Using Local Recoding, KDD 2006, the
/// top-down method and its postprocessing. As there, from a record drawn at random the furthest is
/// found, from that the furthest again, three times or until they come no farther apart; the two
/// are the beginnings of two groups, and every other record, in random order, goes to the group
/// whose weighted certainty penalty rises less. Groups of more than k are divided again, as long as
/// one part has k. Then, in the order of their numbers, a group G of fewer than k either takes the
/// k - |G| records of a group of 2k - |G| or more that cost it least, one after the other, from the
/// group where it ends up losing least, or joins the group with which both lose least, whichever
/// loses less over all. Differs, or reconstructed, for the paper was not at hand:
/// - a record is a row type: equal rows go together, and a group gives a type only if k rows are
///   left to it without;
/// - the penalty is NCP, or LM where that is the objective, of what the class would be released as;
///   it rises by rows times loss of the group with the record less that of the group without, and
///   on a tie the first group takes the record;
/// - the least is taken for k that the models ask of a class, which may be more; what else follows
///   from models, greatest levels, suppression and early stops is said at clustered_outcome().
///   Groups are divided in breadth; stopped early, those not yet divided stay as they are.
/// Ties go to the type or group with the lowest number.
///
/// Cost: O(t m d) time for depth d, and O(g s m) for g groups of which s are too small. Depends on
/// context.seed. Same outcome for any thread count. Bound: see class_loss_bound().
[[nodiscard]] std::unique_ptr<Method> make_top_down_greedy(const OptionMap& options);

/// Its rule: ClusterTypes.
[[nodiscard]] std::vector<Cluster> divide_by_far_pairs(ClusterRun& run,
                                                       const std::vector<std::uint32_t>& types);

}  // namespace kanon::classes
