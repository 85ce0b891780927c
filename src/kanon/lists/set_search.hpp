// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/lists/item_lists.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace kanon::lists {

/// A row, and where in its list the last node of a set stands.
struct PlaceInRow {
    std::uint32_t row = 0;
    std::uint32_t place = 0;
};

/// Sees a set of nodes and the rows that hold all of them, which ascend; returns true if larger
/// sets that begin with these are to be looked at, too.
using SetVisitor =
    std::function<bool(std::span<const ItemNode> set, std::span<const PlaceInRow> rows)>;

/// Goes through the sets of nodes that lists hold, depth first: sets of one node, and behind each
/// those that go on with it. It takes the place of the count tree of Terrovitis, Mamoulis, Kalnis
/// (VLDB 2008, section 4.2): only the branch under way is held, so memory is that of the lists,
/// where the tree would hold every set.
///
/// Cost O(sum over the lists of their sets of at most `most` nodes), as far as visitors go on.
class SetSearch {
public:
    /// \pre nodes of the lists are below `nodes`. Cost O(nodes + lists).
    SetSearch(const ItemLists& lists, std::size_t nodes);

    /// The rows that hold a node, one of them for each.
    [[nodiscard]] std::span<const PlaceInRow> rows_of(ItemNode node) const {
        return std::span(rows_).subspan(starts_[node], starts_[node + 1] - starts_[node]);
    }

    /// Visit the sets of at most `most` nodes whose least node is in [begin, end), in order.
    void visit(std::size_t begin,
               std::size_t end,
               std::size_t most,
               const SetVisitor& visitor) const;

private:
    struct Branch;

    void extend(Branch& branch, std::span<const PlaceInRow> rows) const;

    const ItemLists* lists_;
    std::vector<std::uint64_t> starts_;
    std::vector<PlaceInRow> rows_;
};

/// Sets of at most `most` nodes of all lists, repeated ones counted again, but no more than
/// `limit`.
[[nodiscard]] std::uint64_t count_sets(const ItemLists& lists,
                                       std::size_t most,
                                       std::uint64_t limit);

}  // namespace kanon::lists
