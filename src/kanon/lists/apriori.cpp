// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/apriori.hpp"

#include "kanon/lists/cut_search.hpp"
#include "kanon/lists/drop_items.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace kanon::lists {
namespace {

/// The cheapest nodes to take in place of those of a rare set.
class Replacement {
public:
    Replacement(const ListTask& task, const Postings& postings, const Cut& cut)
        : tree_(task.tree), postings_(&postings), cut_(&cut), k_(task.rule.k) {}

    /// Empty: not even the root is held often enough.
    std::vector<ItemNode> find(std::span<const ItemNode> set) {
        set_ = set;
        best_.clear();
        least_ = std::numeric_limits<double>::infinity();
        choose(0);
        return best_;
    }

private:
    /// Choose what stands for the set's node at `place`: itself or one above it.
    void choose(std::size_t place) {
        if (place == set_.size()) {
            judge();
            return;
        }
        for (ItemNode node = set_[place];; node = tree_->parent[node]) {
            chosen_.push_back(node);
            choose(place + 1);
            chosen_.pop_back();
            if (node == tree_->root()) {
                break;
            }
        }
    }

    void judge() {
        std::vector<ItemNode> nodes;
        for (const ItemNode node : chosen_) {
            const bool in_other = std::ranges::any_of(chosen_, [&](ItemNode other) {
                return node != other && tree_->is_below(node, other);
            });
            if (!in_other && std::ranges::find(nodes, node) == nodes.end()) {
                nodes.push_back(node);
            }
        }
        double cost = 0;
        std::ranges::for_each(nodes, [&](ItemNode node) { cost += cut_->cost_of(node); });
        if (cost < least_ && postings_->count(nodes, k_) >= k_) {
            least_ = cost;
            best_ = std::move(nodes);
        }
    }

    const ItemTree* tree_;
    const Postings* postings_;
    const Cut* cut_;
    std::uint64_t k_;
    std::span<const ItemNode> set_;
    std::vector<ItemNode> chosen_;
    std::vector<ItemNode> best_;
    double least_ = 0;
};

/// One pass over the rare sets; false if there is none that raising helps.
bool raise_once(const ListTask& task,
                const Postings& postings,
                const RareSets& rare,
                const RunContext& context,
                Cut& cut) {
    Replacement replacement(task, postings, cut);
    bool any = false;
    for (std::size_t i = 0; i < rare.size(); ++i) {
        throw_if_cancelled(context);
        const auto set = rare.set(i);
        if (!std::ranges::all_of(set, [&](ItemNode node) { return cut.is_above(node); })) {
            continue;  // an earlier set raised it: looked at in the next pass
        }
        for (const ItemNode node : replacement.find(set)) {
            any = any || std::ranges::find(set, node) == set.end();
            cut.raise(node);
        }
    }
    return any;
}

}  // namespace

void raise_by_apriori(const ListTask& task,
                      const Postings& postings,
                      std::size_t most,
                      const RunContext& context,
                      Cut& cut) {
    for (std::size_t size = 1; size <= most; ++size) {
        const ListRule rule{.k = task.rule.k, .m = size};
        bool again = true;
        while (again) {
            const RareSets rare =
                find_rare_sets(cut.recode(*task.lists), task.tree->size(), rule, context);
            again = raise_once(task, postings, rare, context, cut);
        }
    }
}

ItemLists apriori(const ListTask& task, const RunContext& context) {
    const Postings postings(*task.tree, *task.lists);
    Cut cut(*task.tree, *task.lists);
    return task.may_drop ? search_cut(task, postings, context, cut)
                         : raise_and_drop(task, postings, context, cut);
}

}  // namespace kanon::lists
