// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/cloak/cloak.hpp"

#include <cstdint>
#include <memory>

namespace kanon::places {

/// The greatest k that CliqueCloak serves.
inline constexpr std::uint32_t kMostCliqueK = 256;

/// Which searches CliqueCloak makes.
struct CliqueCloakOptions {
    /// A request that comes also looks for groups of as many persons as a neighbour asks for who
    /// asks for more than itself (nbr-k); else only for as many as it asks for (local-k).
    bool neighbours_k = false;
    /// A request looks when it comes only if it has this many times k neighbours, else at its
    /// deadline (deferred); 0: when it comes alone.
    double deferred_above = 0;
};

/// CliqueCloak: the requests that wait form a graph, with an edge between two of different persons
/// where each point is within the tolerance of the other. A clique of l requests, none of whose k
/// is above l, may be released with the least box around its points: it is within the tolerance of
/// each. When a request comes, a clique with it is looked for among its neighbours; whoever is in
/// none at its deadline is dropped.
///
/// Gedik, Liu: A customizable k-anonymity model for protecting location privacy, ICDCS 2005; its
/// longer form: Protecting location privacy with personalized k-anonymity, IEEE Transactions on
/// Mobile Computing 7(1), 2008. The papers were not at hand: graph, heap of deadlines, local-k,
/// nbr-k and deferred search are reconstructed from what is known of them. Differs: the graph is
/// not stored, since its edges are two comparisons of points; the index has two dimensions, as
/// time is bounded by the deadlines; of all cliques, the one whose members are due first is taken
/// (the paper takes any), which serves who cannot wait, and puts nobody's point in the middle.
/// Neighbours beyond the first 256 to be due are not looked at, and the searches for one
/// request end after 5,000 steps: what they did not find waits, so a dense place costs service,
/// never a promise. Cost of a request O(d log w + d^2) and at most the steps of a search, each O(d
/// / 64); w requests wait, d of them near enough.
[[nodiscard]] std::unique_ptr<Cloak> make_clique_cloak(const CliqueCloakOptions& options);

}  // namespace kanon::places
