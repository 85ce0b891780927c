// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/item_tree.hpp"

#include <algorithm>
#include <iterator>

namespace kanon::lists {
namespace {

/// One level of a hierarchy on top of the nodes so far. `node_of` has that of each label below, and
/// becomes that of each label of the level.
void add_level(const Hierarchy& hierarchy,
               Level level,
               ItemTree& tree,
               std::vector<ItemNode>& node_of) {
    constexpr ItemNode kOpen = 0xFFFF'FFFF;
    std::vector<ItemNode> above(hierarchy.label_count(level), kOpen);
    const auto below = static_cast<Level>(level - 1U);
    const auto items = static_cast<double>(hierarchy.domain_size());
    for (Code label = 0; label < node_of.size(); ++label) {
        const Code up = hierarchy.parent(below, label);
        const std::size_t covered = hierarchy.cover_count(level, up);
        if (covered == hierarchy.cover_count(below, label)) {
            above[up] = node_of[label];
            continue;
        }
        if (above[up] == kOpen) {
            above[up] = static_cast<ItemNode>(tree.size());
            tree.parent.push_back(above[up]);
            tree.loss.push_back((static_cast<double>(covered) - 1) / (items - 1));
            tree.text.emplace_back(hierarchy.text(level, up));
        }
        tree.parent[node_of[label]] = above[up];
    }
    node_of = std::move(above);
}

}  // namespace

ItemTree tree_of(const Hierarchy& hierarchy) {
    ItemTree tree;
    std::vector<ItemNode> node_of;
    for (Code item = 0; item < hierarchy.domain_size(); ++item) {
        node_of.push_back(item);
        tree.parent.push_back(item);
        tree.loss.push_back(0);
        tree.text.emplace_back(hierarchy.text(0, item));
    }
    for (unsigned level = 1; level <= hierarchy.height(); ++level) {
        add_level(hierarchy, static_cast<Level>(level), tree, node_of);
    }
    return tree;
}

TreePart part_of(const ItemTree& tree, const ItemLists& lists) {
    TreePart out;
    std::vector<ItemNode>& whole = out.whole;
    for (std::size_t row = 0; row < lists.rows(); ++row) {
        const auto list = lists.row(row);
        whole.insert(whole.end(), list.begin(), list.end());
    }
    const auto make_unique = [&] {
        std::ranges::sort(whole);
        whole.erase(std::unique(whole.begin(), whole.end()), whole.end());
    };
    make_unique();
    const std::size_t items = whole.size();
    for (std::size_t i = 0; i < items; ++i) {
        for (ItemNode node = whole[i]; tree.parent[node] != node;) {
            node = tree.parent[node];
            whole.push_back(node);
        }
    }
    make_unique();
    const auto place_of = [&](ItemNode node) {
        return static_cast<ItemNode>(std::ranges::lower_bound(whole, node) - whole.begin());
    };
    for (const ItemNode node : whole) {
        out.tree.parent.push_back(place_of(tree.parent[node]));
        out.tree.loss.push_back(tree.loss[node]);
    }
    std::vector<ItemNode> list;
    for (std::size_t row = 0; row < lists.rows(); ++row) {
        list.clear();
        std::ranges::transform(lists.row(row), std::back_inserter(list), place_of);
        out.lists.add(list);
    }
    return out;
}

}  // namespace kanon::lists
