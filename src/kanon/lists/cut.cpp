// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/cut.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace kanon::lists {

Cut::Cut(const ItemTree& tree, const ItemLists& lists)
    : tree_(&tree), image_(tree.size()), occurrences_(tree.size()), loss_below_(tree.size()) {
    std::iota(image_.begin(), image_.end(), ItemNode{0});
    for (std::size_t row = 0; row < lists.rows(); ++row) {
        for (const ItemNode item : lists.row(row)) {
            ++occurrences_[item];
        }
    }
    for (ItemNode node = 0; node + 1 < tree.size(); ++node) {
        occurrences_[tree.parent[node]] += occurrences_[node];
    }
}

double Cut::cost_of(ItemNode node) const {
    return image_[node] == node
               ? static_cast<double>(occurrences_[node]) * tree_->loss[node] - loss_below_[node]
               : 0;
}

void Cut::raise(ItemNode node) {
    if (!is_above(node)) {
        return;
    }
    const double cost = cost_of(node);
    for (ItemNode up = node;; up = tree_->parent[up]) {
        loss_below_[up] += cost;
        if (up == tree_->root()) {
            break;
        }
    }
    // Parents have greater numbers, so each node's own parent is settled before it.
    for (ItemNode below = node; below-- > 0;) {
        const ItemNode up = tree_->parent[below];
        if (up == node || image_[up] == node) {
            image_[below] = node;
            loss_below_[below] = static_cast<double>(occurrences_[below]) * tree_->loss[node];
        }
    }
}

void Cut::lower(ItemNode node) {
    double loss = 0;
    for (ItemNode below = node; below-- > 0;) {
        const ItemNode up = tree_->parent[below];
        if (image_[below] == node) {
            image_[below] = up == node ? below : image_[up];
            if (up == node) {
                loss_below_[below] = static_cast<double>(occurrences_[below]) * tree_->loss[below];
                loss += loss_below_[below];
            } else {
                loss_below_[below] =
                    static_cast<double>(occurrences_[below]) * tree_->loss[image_[below]];
            }
        }
    }
    const double saved = loss_below_[node] - loss;
    for (ItemNode up = node;; up = tree_->parent[up]) {
        loss_below_[up] -= saved;
        if (up == tree_->root()) {
            break;
        }
    }
}

ItemLists Cut::recode(const ItemLists& lists) const {
    ItemLists out;
    std::vector<ItemNode> list;
    for (std::size_t row = 0; row < lists.rows(); ++row) {
        list.clear();
        std::ranges::transform(
            lists.row(row), std::back_inserter(list), [&](ItemNode item) { return image_[item]; });
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
        out.add(list);
    }
    return out;
}

double loss_of(const ItemTree& tree, const ItemLists& original, const ItemLists& released) {
    double loss = 0;
    for (std::size_t row = 0; row < original.rows(); ++row) {
        const auto list = released.row(row);
        for (ItemNode node : original.row(row)) {
            while (!std::ranges::binary_search(list, node) && node != tree.root()) {
                node = tree.parent[node];
            }
            loss += std::ranges::binary_search(list, node) ? tree.loss[node] : 1;
        }
    }
    return loss;
}

}  // namespace kanon::lists
