// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/lists/list_method.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

/// Random lists of items, and what they keep, found without any of the library's counting.
namespace kanon::lists::test {

/// A tree and lists of its items.
struct ItemTable {
    ItemTree tree;
    ItemLists lists;
    std::vector<bool> sensitive;
};

/// Items in groups of groups: as many as the seed has it.
ItemTable random_items(std::uint64_t seed, std::size_t rows);

/// All sets of at least one and at most `most` numbers of a list.
void for_each_subset(std::span<const std::uint32_t> list,
                     std::size_t most,
                     const std::function<void(const std::set<std::uint32_t>&)>& use);

/// Lists that hold all of a set.
std::size_t support_of(const ItemLists& lists, const std::set<std::uint32_t>& set);

/// True if `node` is `item` or above it.
bool is_above(const ItemTree& tree, ItemNode node, ItemNode item);

/// Of the sets of up to m released nodes the least number of lists that hold one; 0: there is none.
std::size_t least_support(const ItemLists& lists, std::size_t m);

/// Of lists that hold a set of up to m nodes, or none, the greatest share with a sensitive node
/// that is not in the set.
double worst_share(const ItemTable& table, const ItemLists& released, std::size_t m);

/// Of all rows and all sets of up to m items of theirs for which the row's released list holds
/// something: the least number of released lists that hold something for each of these items.
std::size_t fewest_found(const ItemTable& table, const ItemLists& released, std::size_t m);

}  // namespace kanon::lists::test
