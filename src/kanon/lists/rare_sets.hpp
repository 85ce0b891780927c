// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/lists/item_lists.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::lists {

/// What lists are to keep: whoever knows up to `m` items of a list finds `k` lists with them, and
/// no sensitive item in more than one of `l` of these.
struct ListRule {
    std::uint64_t k = 5;
    std::size_t m = 2;
    std::uint64_t l = 1;  ///< 1: nothing is asked of sensitive items
};

/// Sets of nodes that fewer than k lists hold, each with the lists that hold it.
class RareSets {
public:
    [[nodiscard]] std::size_t size() const { return set_ends_.size(); }

    [[nodiscard]] std::span<const ItemNode> set(std::size_t index) const {
        return slice(nodes_, set_ends_, index);
    }

    /// They ascend.
    [[nodiscard]] std::span<const std::uint32_t> rows(std::size_t index) const {
        return slice(rows_, row_ends_, index);
    }

    /// Rows of all sets.
    [[nodiscard]] std::size_t row_count() const { return rows_.size(); }

    void add_node(ItemNode node) { nodes_.push_back(node); }

    void add_row(std::uint32_t row) { rows_.push_back(row); }

    /// End a set whose nodes and rows were added.
    void end_set() {
        set_ends_.push_back(nodes_.size());
        row_ends_.push_back(rows_.size());
    }

    void append(const RareSets& other);

private:
    template <class Value>
    static std::span<const Value> slice(const std::vector<Value>& all,
                                        const std::vector<std::uint64_t>& ends,
                                        std::size_t index) {
        const std::size_t begin = index == 0 ? 0 : ends[index - 1];
        return std::span(all).subspan(begin, ends[index] - begin);
    }

    std::vector<ItemNode> nodes_;
    std::vector<std::uint64_t> set_ends_;
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint64_t> row_ends_;
};

/// The sets of at most rule.m nodes that some list holds and fewer than rule.k do, in their order;
/// of one that begins with another the shorter alone, and none with a node that is rare by itself.
/// Of very many some are left out, which a later look finds when these are gone.
/// Empty: the lists are k^m-anonymous. Cost as SetSearch::visit(); same result for any number of
/// threads.
[[nodiscard]] RareSets find_rare_sets(const ItemLists& lists,
                                      std::size_t nodes,
                                      const ListRule& rule,
                                      const RunContext& context);

}  // namespace kanon::lists
