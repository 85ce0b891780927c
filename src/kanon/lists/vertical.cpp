// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/vertical.hpp"

#include "kanon/lists/apriori.hpp"
#include "kanon/lists/cut_search.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace kanon::lists {
namespace {

/// The child of the root that a node is below, or is.
std::vector<ItemNode> branches_of(const ItemTree& tree) {
    std::vector<ItemNode> out(tree.size());
    for (ItemNode node = tree.root(); node-- > 0;) {
        const ItemNode up = tree.parent[node];
        out[node] = up == tree.root() ? node : out[up];
    }
    out[tree.root()] = tree.root();
    return out;
}

ItemLists only_of(const ItemLists& lists, const std::vector<ItemNode>& branch_of, ItemNode branch) {
    ItemLists out;
    std::vector<ItemNode> list;
    for (std::size_t row = 0; row < lists.rows(); ++row) {
        list.clear();
        std::ranges::copy_if(lists.row(row), std::back_inserter(list), [&](ItemNode item) {
            return branch_of[item] == branch;
        });
        if (!list.empty()) {
            out.add(list);
        }
    }
    return out;
}

ItemLists recode_from(const ListTask& task, const RunContext& context, Cut& cut) {
    const Postings postings(*task.tree, *task.lists);
    return task.may_drop ? search_cut(task, postings, context, cut)
                         : raise_and_drop(task, postings, context, cut);
}

/// Take over what a cut of some items raised below their branch.
void raise_like(const Cut& part,
                const std::vector<ItemNode>& branch_of,
                ItemNode branch,
                Cut& whole) {
    for (ItemNode node = 0; node <= branch; ++node) {
        if (branch_of[node] == branch && !part.is_above(node)) {
            whole.raise(std::min(part.image(node), branch));
        }
    }
}

}  // namespace

ItemLists vertical_partitioning(const ListTask& task, const RunContext& context) {
    const ItemTree& tree = *task.tree;
    const std::vector<ItemNode> branch_of = branches_of(tree);
    Cut cut(tree, *task.lists);
    for (ItemNode branch = 0; branch < tree.root(); ++branch) {
        if (branch_of[branch] != branch) {
            continue;
        }
        const ItemLists own = only_of(*task.lists, branch_of, branch);
        ListTask part = task;
        part.lists = &own;
        Cut found(tree, own);
        static_cast<void>(recode_from(part, context, found));
        raise_like(found, branch_of, branch, cut);
    }
    return recode_from(task, context, cut);
}

}  // namespace kanon::lists
