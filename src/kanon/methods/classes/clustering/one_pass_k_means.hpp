// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::classes {

/// One pass of k-means over the records from random seeds, and an adjustment of the classes to k.
///
/// Lin, Wei: An efficient clustering method for k-anonymization, PAIS 2008, both stages. As there,
/// floor(n / k) records drawn at random begin a class each; every other record, in the order of
/// their values, goes to the class whose centroid is nearest, which moves with it. Then classes of
/// more than k give up the records farthest from their centroid, and these go, in random order,
/// each to the nearest class of fewer than k as long as there is one, else to the nearest of all.
/// Differs, or reconstructed, for the paper was not at hand:
/// - a record is a row type: equal rows go together. Rows are drawn as seeds, equal ones are one
///   class; a class gives up a type if k rows are left to it without. So a class has k rows or up
///   to a row type more;
/// - the centroid is the mean on attributes released by ranges, where a row is as far from it as
/// the
///   share of the whole range, a missing value the whole range from any number; on others it is the
///   lowest label over the class or the set of its values, where a row is as far as what the label
///   or set over both loses; distances are weighted;
/// - centroids move in both stages; a class that gives up records does so from one centroid;
/// - the least is taken for k that the models ask of a class, which may be more; what else follows
///   from models, greatest levels, suppression and early stops is said at clustered_outcome().
///   Stopped early, the types not yet reached are a class of their own.
/// Ties go to the class or type with the lowest number.
///
/// Cost: O(t c m) time for c <= n / k classes, O((t + c) m) memory. Depends on context.seed. Same
/// outcome for any thread count. Bound: see class_loss_bound().
[[nodiscard]] std::unique_ptr<Method> make_one_pass_k_means(const OptionMap& options);

}  // namespace kanon::classes
