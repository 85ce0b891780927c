// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/lists/item_lists.hpp"
#include "kanon/lists/item_tree.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::lists {

/// Which node stands for each item: a cut of the tree, that no branch crosses twice. At first every
/// item stands for itself.
class Cut {
public:
    /// `lists` are of items; how often each occurs is what raising costs. Both must outlive it.
    Cut(const ItemTree& tree, const ItemLists& lists);

    /// Take every item below a node for that node.
    void raise(ItemNode node);

    /// Take the children of a node in its place. \pre the node is a group of the cut
    void lower(ItemNode node);

    /// What stands for a node that is at or below the cut; the node itself above it.
    [[nodiscard]] ItemNode image(ItemNode node) const { return image_[node]; }

    /// True if the node is released: an item, or a group that was raised and is in no other.
    [[nodiscard]] bool is_above(ItemNode node) const { return image_[node] == node; }

    /// How much raising a node adds to loss(); 0 for one at or below the cut.
    [[nodiscard]] double cost_of(ItemNode node) const;

    /// Sum of the losses of all items of all lists.
    [[nodiscard]] double loss() const { return loss_below_.back(); }

    /// The lists as released: nodes of the cut, those that meet once.
    [[nodiscard]] ItemLists recode(const ItemLists& lists) const;

private:
    const ItemTree* tree_;
    std::vector<ItemNode> image_;
    std::vector<std::uint64_t> occurrences_;  ///< of the items below each node
    std::vector<double> loss_below_;          ///< what these lose now
};

/// What lists lose that are released so: for each item the loss of the node that stands for it, 1
/// if none does. \pre each released node is above an item of its row's original
[[nodiscard]] double loss_of(const ItemTree& tree,
                             const ItemLists& original,
                             const ItemLists& released);

}  // namespace kanon::lists
