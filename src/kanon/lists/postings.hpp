// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/lists/item_lists.hpp"
#include "kanon/lists/item_tree.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::lists {

/// The rows that hold an item below each node of a tree: how many lists would hold a set of nodes
/// that nobody has released yet. Memory: 4 bytes for each item and each node above it.
class Postings {
public:
    /// Cost O(list sizes * height).
    Postings(const ItemTree& tree, const ItemLists& lists);

    /// Rows that hold items below all nodes, counted up to `enough`. Cost O(rows of the rarest *
    /// log(rows of the others)).
    [[nodiscard]] std::uint64_t count(std::span<const ItemNode> nodes, std::uint64_t enough) const;

private:
    std::vector<std::vector<std::uint32_t>> rows_;
};

}  // namespace kanon::lists
