// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/search/height_search.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace kanon::full_domain {
namespace {

/// Nodes remembered of each kind.
constexpr std::size_t kMostKnown = std::size_t{1} << 10U;

/// Leave out the levels that no node of the height has in the box. False if it has no such node.
bool narrow(NodeBox& box, unsigned height) {
    const unsigned least = height_of(box.low);
    const unsigned greatest = height_of(box.high);
    if (height < least || height > greatest) {
        return false;
    }
    const unsigned up = height - least;
    const unsigned down = greatest - height;
    for (std::size_t j = 0; j < box.low.size(); ++j) {
        const Level low = box.low[j];
        const Level high = box.high[j];
        const unsigned range = high - unsigned{low};
        box.high[j] = static_cast<Level>(low + std::min(range, up));
        box.low[j] = static_cast<Level>(high - std::min(range, down));
    }
    return true;
}

/// The attribute whose labels are multiplied the most between the corners: halves of it differ most
/// in how many rows their nodes suppress.
std::size_t telling_attribute(const Task& task, const NodeBox& box) {
    std::size_t chosen = 0;
    double most = 0;
    for (std::size_t j = 0; j < box.low.size(); ++j) {
        const Hierarchy& hierarchy = task.quasi_identifiers[j].hierarchy;
        const double growth = static_cast<double>(hierarchy.label_count(box.low[j])) /
                              static_cast<double>(hierarchy.label_count(box.high[j]));
        if (box.low[j] < box.high[j] && growth > most) {
            chosen = j;
            most = growth;
        }
    }
    return chosen;
}

}  // namespace

bool HeightSearch::passes(const Node& node) {
    const auto rules_out = [&node](const Node& failed) { return at_most(node, failed); };
    if (std::any_of(failed_.begin(), failed_.end(), rules_out)) {
        return false;
    }
    const auto rules_in = [&node](const Node& passed) { return at_most(passed, node); };
    if (std::any_of(passed_.begin(), passed_.end(), rules_in)) {
        return true;
    }
    const bool good = test_(node);
    std::vector<Node>& known = good ? passed_ : failed_;
    if (known.size() < kMostKnown) {
        known.push_back(node);
    }
    return good;
}

/// False if no more nodes are wanted.
bool HeightSearch::visit_box(NodeBox box, unsigned height, const Visitor& visitor) {
    if (!narrow(box, height)) {
        return true;
    }
    if (search_.stopped()) {
        return false;
    }
    if (!passes(box.high)) {
        return true;
    }
    if (box.low == box.high) {
        return visitor(box.low);
    }
    const std::size_t j = telling_attribute(search_.task(), box);
    NodeBox upper = box;
    upper.low[j] = static_cast<Level>((box.low[j] + box.high[j] + 1) / 2);
    NodeBox lower = std::move(box);
    lower.high[j] = static_cast<Level>(upper.low[j] - 1);
    return visit_box(std::move(upper), height, visitor) &&
           visit_box(std::move(lower), height, visitor);
}

void HeightSearch::visit(unsigned height, const Visitor& visitor) {
    const Lattice& lattice = search_.lattice();
    static_cast<void>(visit_box({.low = lattice.bottom(), .high = lattice.top()}, height, visitor));
}

}  // namespace kanon::full_domain
