// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/search/lattice_scan.hpp"

#include <algorithm>
#include <utility>

namespace kanon::full_domain {
namespace {

/// The order of level vectors of equal sizes.
bool comes_before(const Node& a, const Node& b) {
    const auto differing = std::mismatch(a.begin(), a.end(), b.begin());
    return differing.first != a.end() && *differing.first < *differing.second;
}

}  // namespace

NodeBits check_every_node(NodeSearch& search) {
    const Lattice& lattice = search.lattice();
    NodeBits marked(*lattice.size());
    for (std::uint64_t rank = 0; rank < marked.size() && !search.stopped(); ++rank) {
        marked[rank] = search.check(lattice.node(rank));
    }
    return marked;
}

NodeBits minimal_of(const Lattice& lattice, const NodeBits& marked) {
    // Ranks ascend with levels: what is below a node has been seen before it.
    NodeBits at_or_below(marked.size());
    NodeBits minimal(marked.size());
    for (std::uint64_t rank = 0; rank < marked.size(); ++rank) {
        const Node node = lattice.node(rank);
        bool below = false;
        for (std::size_t j = 0; j < node.size() && !below; ++j) {
            below = node[j] > lattice.bottom()[j] && at_or_below[rank - lattice.stride(j)];
        }
        minimal[rank] = marked[rank] && !below;
        at_or_below[rank] = marked[rank] || below;
    }
    return minimal;
}

void NodeChoice::add(NodeScore score) {
    ++count;
    if (nodes.size() < kMostListedNodes) {
        nodes.push_back(score.node);
    }
    if (!best || score < *best) {
        best = std::move(score);
    }
}

void NodeChoice::tell(Outcome& outcome) && {
    outcome.stats.emplace_back("minimal_nodes", static_cast<double>(count));
    std::sort(nodes.begin(), nodes.end(), comes_before);
    outcome.minimal_nodes = std::move(nodes);
}

NodeChoice choose_among(NodeSearch& search, const NodeBits& marked) {
    NodeChoice choice;
    for (std::uint64_t rank = 0; rank < marked.size(); ++rank) {
        if (marked[rank]) {
            choice.add(search.score(search.lattice().node(rank)));
        }
    }
    return choice;
}

void visit_height(NodeSearch& search,
                  unsigned height,
                  const NodeTest& test,
                  const std::function<bool(const Node&)>& visit) {
    std::optional<Node> node = search.lattice().first_of_height(height);
    while (node && !search.stopped()) {
        if (test(*node) && !visit(*node)) {
            return;
        }
        if (!search.lattice().next_of_height(*node)) {
            return;
        }
    }
}

std::optional<unsigned> least_height_upwards(NodeSearch& search,
                                             unsigned first,
                                             const NodeTest& test) {
    const unsigned top = height_of(search.lattice().top());
    for (unsigned height = first; height <= top; ++height) {
        bool found = false;
        visit_height(search, height, test, [&](const Node&) {
            found = true;
            return false;
        });
        if (found) {
            return height;
        }
    }
    return std::nullopt;
}

NodeChoice choose_at_height(NodeSearch& search, unsigned height, const NodeTest& test) {
    NodeChoice choice;
    visit_height(search, height, test, [&](const Node& node) {
        choice.add(search.score(node));
        return true;
    });
    return choice;
}

std::optional<NodeScore> choose_beside_path(std::string_view method, NodeSearch& search) {
    if (search.was_stopped() || is_monotone(search.task())) {
        return std::nullopt;
    }
    const Lattice& lattice = search.lattice();
    NodeSearch::refuse_above_limit(method, lattice.size());
    const NodeTest test = [&search](const Node& node) { return search.check(node); };
    const std::optional<unsigned> height =
        least_height_upwards(search, height_of(lattice.bottom()), test);
    return height ? choose_at_height(search, *height, test).best : std::nullopt;
}

}  // namespace kanon::full_domain
