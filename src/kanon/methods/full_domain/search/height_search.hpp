// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/search/lattice_scan.hpp"
#include "kanon/methods/full_domain/search/node_score.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace kanon::full_domain {

/// Finds the nodes of one height that pass a test which every node above one that passes passes,
/// too, without looking at each.
///
/// A box of the lattice is narrowed to the levels that nodes of the height can have in it. If its
/// high corner fails, none of them passes; else the box is halved. What was found at one height
/// rules nodes of others in or out. Memory: at most 2^10 nodes that passed and as many that failed.
class HeightSearch {
public:
    /// Called with each node of the height that passes; false: no more are wanted.
    using Visitor = std::function<bool(const Node&)>;

    HeightSearch(NodeSearch& search, NodeTest test) : search_(search), test_(std::move(test)) {}

    /// Visit the nodes of a height that pass, each once. Ends early if the search is stopped.
    void visit(unsigned height, const Visitor& visitor);

private:
    [[nodiscard]] bool passes(const Node& node);
    [[nodiscard]] bool visit_box(NodeBox box, unsigned height, const Visitor& visitor);

    NodeSearch& search_;
    NodeTest test_;
    std::vector<Node> passed_;
    std::vector<Node> failed_;
};

}  // namespace kanon::full_domain
