// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::lists {

/// A node of an ItemTree: an item, or a group of items.
using ItemNode = std::uint32_t;

/// Lists of nodes, one for each row, one behind the other: each ascends, without repeats.
class ItemLists {
public:
    [[nodiscard]] std::size_t rows() const { return offsets_.size() - 1; }

    [[nodiscard]] std::span<const ItemNode> row(std::size_t row) const {
        return std::span(nodes_).subspan(offsets_[row], offsets_[row + 1] - offsets_[row]);
    }

    /// Nodes of all lists.
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }

    /// Append a list. \pre it ascends strictly
    void add(std::span<const ItemNode> list) {
        nodes_.insert(nodes_.end(), list.begin(), list.end());
        offsets_.push_back(nodes_.size());
    }

    friend bool operator==(const ItemLists&, const ItemLists&) = default;

private:
    std::vector<std::uint64_t> offsets_{0};
    std::vector<ItemNode> nodes_;
};

}  // namespace kanon::lists
