// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::full_domain {

/// MinGen: look at every node of the lattice, keep the minimal ones, pick one by a criterion.
///
/// Sweeney: Achieving k-anonymity privacy protection using generalization and suppression, 2002,
/// as Ciriani et al. 2007 (section 4) place it: generalization of columns, suppression of rows.
/// Minimal is Definition 5 of the latter: the node keeps the promises within the suppression limit
/// and no node strictly below does; the preference criterion is the task's objective. True for
/// any privacy model, monotone or not. Beyond the paper: as every node is looked at, the best value
/// of any node is known; it is the outcome's lower bound, and the ending is `optimal` where the
/// chosen minimal node reaches it. With suppression it need not: a node above may lose less.
///
/// Ties: gcp, then height, then the least level vector. Outcome::minimal_nodes are all of them.
/// Cost O(L t m) for L nodes, t row types, m attributes; memory 3 bits a node and RollUpCache's.
/// \throws Error{bad_policy} from run() on lattices of more than 2^26 nodes.
[[nodiscard]] std::unique_ptr<Method> make_mingen(const OptionMap& options);

}  // namespace kanon::full_domain
