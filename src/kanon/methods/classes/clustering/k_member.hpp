// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/clustering/clustering.hpp"
#include "kanon/methods/contract/method.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace kanon::classes {

/// Grows one class after the other, each by the record that raises its loss least, until it has k.
///
/// Byun, Kamra, Bertino, Li: Efficient k-Anonymization Using Clustering Techniques, DASFAA 2007,
/// the greedy algorithm of section 3. As there, a record is drawn at random; the one furthest from
/// it begins the first class, and the one furthest from the last record added each of the next, as
/// long as k records are left; the fewer than k left over go, in random order, each to the class
/// whose loss rises least. Differs, or reconstructed, for the paper was not at hand:
/// - of 2k rows and more that are equal, k to 2k - 1 are records like others, and the rest, which
///   is a multiple of k, is one record that makes a class of its own. Where columns are tracked
///   (models that look at values, a class attribute), a record is a row type: equal rows go
///   together, so a class may have up to a row type more than k. Types are compared by what each
///   row of the class would lose, leftovers with all their rows;
/// - loss is NCP (or LM where that is the objective) of what the class would be released as, by
///   ranges or by labels, times the weights; the source counts levels of the labels. The distance
///   of two records is what a class of both would lose;
/// - the least is taken for k that the models ask of a class, which may be more; what else follows
///   from models, greatest levels, suppression and early stops is said at clustered_outcome().
///   Stopped early, the types not yet reached are a class of their own.
/// Ties go to the type or class with the lowest number.
///
/// Cost: O(u^2 m) time at worst for u <= min(n, 2 t k) records, less where a class seldom gets
/// wider: only attributes on which it did are looked at again. 8 m + 16 bytes for each record.
/// Depends on context.seed. Same outcome for any thread count. Bound: see class_loss_bound().
[[nodiscard]] std::unique_ptr<Method> make_k_member(const OptionMap& options);

/// Its rule: ClusterTypes.
[[nodiscard]] std::vector<Cluster> grow_members(ClusterRun& run,
                                                const std::vector<std::uint32_t>& types);

}  // namespace kanon::classes
