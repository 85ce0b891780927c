// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::full_domain {

/// The proven best full-domain generalization with row suppression (model AG_TS of Ciriani et al.
/// 2007, section 3), for any objective of lattices and any privacy models.
///
/// Ours: branch and bound over boxes of the lattice. A box [low, high] is bounded from below by the
/// losses at `low` of the rows that are not already suppressed at `high`, plus those rows starred:
/// what is suppressed at a node is suppressed at every node below it, so one evaluation of `high`
/// bounds the whole box. A box is narrowed level by level while its bound allows, discarded if
/// `high` must suppress too many rows, and split otherwise. Nodes are evaluated over groups
/// materialized at the low corner of a box around them (NodeEvaluator), never over rows. Models
/// that are not monotone under suppression (entropy l-diversity) are searched with the part of
/// their failures that is; the result is still exact.
///
/// A first node is found by going down from the top (LatticeWalk). Lattices of more than 2^20 nodes
/// may never be searched whole: there twelve walks of simulated annealing start from that node, of
/// 1,000 to 4,000 steps, every other of which raises one attribute and lowers another. They take
/// half of the time and of the node limit left at most; with a deadline as many more as fit in, of
/// up to 16,000 steps, until LossFloor shows that no node loses less than the best one.
///
/// Where such a search may be stopped and the objective is a cost of cells, LossFloor shows how
/// little any node may lose: on one thread while the others walk and search boxes, or else after
/// the walks, in half of the time and of the node limit then left.
///
/// Ties: gcp, then height, then the least level vector. Stopped early, the outcome carries the best
/// node found and the greater of that floor and the least bound of the boxes still open.
/// RunContext::seed decides the walks, and so the result of a run that is stopped, and nothing
/// else. Cost O(L t m) at worst for L nodes, t row types, m attributes; in practice a small share
/// of L. Memory: one materialized node per level of the recursion, at most the sum of hierarchy
/// heights times the groups at each, and for each thread that walks two nodes and 2^16 scores;
/// never the nodes of the lattice. Same outcome for any thread count. \throws Error{bad_policy} on
/// unknown options (it has none).
[[nodiscard]] std::unique_ptr<Method> make_optimal(const OptionMap& options);

}  // namespace kanon::full_domain
