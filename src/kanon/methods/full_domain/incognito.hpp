// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>
#include <vector>

namespace kanon::full_domain {

/// What Incognito did with one subset of the quasi-identifier. Nodes are vectors over the whole
/// quasi-identifier; attributes outside the subset stand at the top of their hierarchies, but for
/// those of a single allowed level, which belong to every subset and are not named.
struct IncognitoPhase {
    std::vector<std::size_t> attributes;  ///< the subset, ascending; its size is the iteration
    std::vector<Node> candidates;         ///< not ruled out by a smaller subset
    /// In order; the others follow from a node below. Those with an attribute at its top are nodes
    /// of a smaller subset, too: what was found there is taken.
    std::vector<Node> checked;
    std::vector<Node> survivors;  ///< keep the promises, by height
};

/// Incognito: all minimal nodes by growing subsets of the quasi-identifier, bottom up.
///
/// LeFevre, DeWitt, Ramakrishnan: Incognito: efficient full-domain k-anonymity, SIGMOD 2005;
/// Ciriani et al. 2007, section 4.3. Iteration i goes over the subsets of i attributes: candidates
/// are the nodes whose every projection on i - 1 attributes survived; they are visited breadth
/// first by height; one above a survivor survives unchecked, the others are checked by rolling up
/// the groups of a finer node. What survives the last iteration unmarked is minimal; the task's
/// objective picks one. Differs: the a-priori test looks survivors up by rank rather than joining
/// edge lists; a node with an attribute at its top, which is a node of the subset without that one,
/// is not grouped again; roll-up is RollUpCache's, which serves as the super-roots do. Where the
/// promises are not monotone (see is_monotone()) a subset rules nothing out: then every node of the
/// lattice is checked.
///
/// The ending is `optimal` where no node above a minimal one can have a smaller objective (see
/// grows_with_levels()), else `feasible`.
/// Ties: gcp, then height, then the least level vector. Cost O(S t m) at worst for S nodes of all
/// subsets' lattices, the product of the levels plus one each over attributes of several levels.
/// Subsets of a size are searched on several threads. Memory: a bit per node of two iterations, and
/// RollUpCache's for each thread. \throws Error{bad_policy} from run() if S is above 2^26.
[[nodiscard]] std::unique_ptr<Method> make_incognito(const OptionMap& options);

/// The phases of Incognito on a task, subsets of an iteration in ascending order; what the
/// method looks at, to be printed or drawn. Meant for small lattices: all nodes are stored. \pre
/// the promises are monotone. \throws Error{bad_policy} as the method.
[[nodiscard]] std::vector<IncognitoPhase> incognito_phases(const Task& task,
                                                           const RunContext& context);

}  // namespace kanon::full_domain
