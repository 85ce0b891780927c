// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace kanon::full_domain {

/// One bit per node of a lattice, by rank: 8 MiB for the largest that is searched whole.
using NodeBits = std::vector<bool>;

/// Check every node, in the order of ranks, and mark those that keep the promises; fewer if the
/// search was stopped. \pre the lattice has a size.
[[nodiscard]] NodeBits check_every_node(NodeSearch& search);

/// The marked nodes that have no marked node strictly below (condition 3 of Definition 5 in Ciriani
/// et al. 2007), whatever the marks. Cost O(L m).
[[nodiscard]] NodeBits minimal_of(const Lattice& lattice, const NodeBits& marked);

/// A set of nodes as outcomes list it, and the best of it.
struct NodeChoice {
    std::vector<Node> nodes;  ///< in the order they came, at most kMostListedNodes
    std::uint64_t count = 0;  ///< all of them
    std::optional<NodeScore> best;

    void add(NodeScore score);

    /// Put the nodes, sorted, and their count into an outcome.
    void tell(Outcome& outcome) &&;
};

/// The best of the marked nodes by score (the preference criterion), each evaluated again.
[[nodiscard]] NodeChoice choose_among(NodeSearch& search, const NodeBits& marked);

/// How a node is tested.
using NodeTest = std::function<bool(const Node&)>;

/// Show `visit` each node of a height that passes the test until it returns false; also ends when
/// the search is stopped.
void visit_height(NodeSearch& search,
                  unsigned height,
                  const NodeTest& test,
                  const std::function<bool(const Node&)>& visit);

/// The least height, from `first` on, of a node that passes the test, by looking at all heights
/// upwards; none if no node does or the search was stopped.
[[nodiscard]] std::optional<unsigned> least_height_upwards(NodeSearch& search,
                                                           unsigned first,
                                                           const NodeTest& test);

/// All nodes of a height that pass the test.
[[nodiscard]] NodeChoice choose_at_height(NodeSearch& search,
                                          unsigned height,
                                          const NodeTest& test);

/// For heuristics whose own path led to the top of the lattice in vain. Where the promises are
/// monotone no node keeps them then. Else the best of the nodes of least height that keep them.
/// None if no node does or the search was stopped. \throws Error{bad_policy} if all nodes are to be
/// looked at and there are too many.
[[nodiscard]] std::optional<NodeScore> choose_beside_path(std::string_view method,
                                                          NodeSearch& search);

}  // namespace kanon::full_domain
