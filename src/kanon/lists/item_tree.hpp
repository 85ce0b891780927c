// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/lists/item_lists.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kanon::lists {

/// The hierarchy of items as a tree: nodes 0 to items - 1 are the items, every parent has a greater
/// number than its children, the last node is the root. A label that covers the same items as the
/// one below it is no node of its own.
struct ItemTree {
    std::vector<ItemNode> parent;  ///< the root's is itself
    /// Share of the other items that a node stands for, besides the one: (leaves - 1) / (items -
    /// 1), as NCP of a label is defined (docs/measures.md); 0 for an item, 1 for the root.
    std::vector<double> loss;
    std::vector<std::string> text;  ///< as it is released

    [[nodiscard]] std::size_t size() const { return parent.size(); }

    [[nodiscard]] ItemNode root() const { return static_cast<ItemNode>(parent.size() - 1); }

    /// True if one node is the other or below it.
    [[nodiscard]] bool is_below(ItemNode lower, ItemNode upper) const {
        while (lower < upper) {
            lower = parent[lower];
        }
        return lower == upper;
    }
};

/// Cost O(items * levels). \pre codes of the hierarchy's dictionary are the items
[[nodiscard]] ItemTree tree_of(const Hierarchy& hierarchy);

/// The part of a tree that some lists of items need: these items and all nodes above them.
struct TreePart {
    ItemTree tree;                ///< of which only `text` is left out; losses are the whole tree's
    std::vector<ItemNode> whole;  ///< of each node of the part: its number in the whole; ascends
    ItemLists lists;              ///< of the same rows, in nodes of the part
};

/// \pre the lists hold items. Cost O(list sizes + log(items)), not O(tree).
[[nodiscard]] TreePart part_of(const ItemTree& tree, const ItemLists& lists);

}  // namespace kanon::lists
