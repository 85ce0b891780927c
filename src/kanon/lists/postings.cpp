// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/postings.hpp"

#include <algorithm>

namespace kanon::lists {

Postings::Postings(const ItemTree& tree, const ItemLists& lists) : rows_(tree.size()) {
    for (std::uint32_t row = 0; row < lists.rows(); ++row) {
        for (ItemNode node : lists.row(row)) {
            // A node that has the row already got it with all nodes above.
            while (rows_[node].empty() || rows_[node].back() != row) {
                rows_[node].push_back(row);
                node = tree.parent[node];
            }
        }
    }
}

std::uint64_t Postings::count(std::span<const ItemNode> nodes, std::uint64_t enough) const {
    const ItemNode rarest =
        *std::ranges::min_element(nodes, {}, [&](ItemNode node) { return rows_[node].size(); });
    std::uint64_t found = 0;
    for (const std::uint32_t row : rows_[rarest]) {
        const bool in_all = std::ranges::all_of(nodes, [&](ItemNode node) {
            return node == rarest || std::ranges::binary_search(rows_[node], row);
        });
        found += in_all ? 1U : 0U;
        if (found == enough) {
            break;
        }
    }
    return found;
}

}  // namespace kanon::lists
