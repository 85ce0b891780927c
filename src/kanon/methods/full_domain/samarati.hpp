// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::full_domain {

inline constexpr std::array kSamaratiOptions{
    OptionSpec{.name = "node-test",
               .words = "generalized-table|distance-vectors",
               .fallback = "generalized-table",
               .help = "how a node is tested; distance-vectors needs a small table and "
                       "k-anonymity alone"}};

/// Binary search for the least height of the lattice at which a node keeps the promises.
///
/// Samarati: Protecting respondents' identities in microdata release, IEEE TKDE 13(6), 2001;
/// Ciriani et al. 2007, section 4.1. All nodes of that height that keep the promises within the
/// suppression limit (MaxSup) are found; the task's objective is the preference criterion among
/// them. A node is tested by grouping the generalized row types (NodeSearch), or by the matrix of
/// distance vectors (DistanceVectors). Differs: a height is not looked through node by node, but by
/// boxes whose high corner may rule out all of them (HeightSearch); where the promises are not
/// monotone (see is_monotone()) a height may fail above one that does not, so all heights are tried
/// upwards, each node.
///
/// The ending is `optimal` for the objective `height`; else `feasible`, as the best of the nodes of
/// least height need not be the best of all minimal ones.
/// Ties: gcp, then the least level vector. Cost O(L t m) at worst for L nodes, t row types, m
/// attributes. Memory: RollUpCache's; the nodes are not stored.
/// \throws Error{bad_policy} on an unknown node test; from run() on lattices of more than 2^26
/// nodes, and as DistanceVectors.
[[nodiscard]] std::unique_ptr<Method> make_samarati(const OptionMap& options);

}  // namespace kanon::full_domain
