// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/exhaustive.hpp"

#include "kanon/base/error.hpp"
#include "kanon/lists/cut.hpp"
#include "kanon/lists/drop_items.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace kanon::lists {
namespace {

constexpr double kMostCuts = 100'000;

/// Cuts of the subtree below each node.
double cuts_of(const ItemTree& tree) {
    std::vector<double> below(tree.size(), 1);
    std::vector<bool> is_group(tree.size());
    for (ItemNode node = 0; node < tree.root(); ++node) {
        below[node] += is_group[node] ? 1 : 0;  // that of its children's cuts, or the node itself
        below[tree.parent[node]] *= below[node];
        is_group[tree.parent[node]] = true;
    }
    return below[tree.root()] + 1;
}

class AllCuts {
public:
    AllCuts(const ListTask& task, const RunContext& context) : task_(&task), context_(&context) {}

    /// Try each cut that is reached by raising nodes below `next`, greatest first.
    void go_on(const Cut& cut, ItemNode next) {
        const bool has_one = least_ < std::numeric_limits<double>::infinity();
        if (cut.loss() >= least_ || (has_one && is_time_up(*task_, *context_))) {
            return;
        }
        while (next > 0 && (!cut.is_above(next - 1) || is_item(next - 1))) {
            --next;
        }
        if (next == 0) {
            judge(cut);
            return;
        }
        go_on(cut, next - 1);
        Cut raised = cut;
        raised.raise(next - 1);
        go_on(raised, next - 1);
    }

    ItemLists take() { return std::move(best_); }

private:
    [[nodiscard]] bool is_item(ItemNode node) const {
        return std::ranges::find(task_->tree->parent, node) == task_->tree->parent.end();
    }

    void judge(const Cut& cut) {
        ItemLists lists = cut.recode(*task_->lists);
        if (!task_->may_drop && cut.is_above(task_->tree->root() - 1) &&
            find_rare_sets(lists, task_->tree->size(), task_->rule, *context_).size() > 0) {
            return;
        }
        lists = drop_items(
            std::move(lists), task_->tree->size(), task_->sensitive, task_->rule, *context_);
        const double loss = loss_of(*task_->tree, *task_->lists, lists);
        if (loss < least_) {
            least_ = loss;
            best_ = std::move(lists);
        }
    }

    const ListTask* task_;
    const RunContext* context_;
    double least_ = std::numeric_limits<double>::infinity();
    ItemLists best_;
};

}  // namespace

ItemLists optimal_cut(const ListTask& task, const RunContext& context) {
    if (cuts_of(*task.tree) > kMostCuts) {
        throw Error(ErrorCode::bad_policy,
                    "list-method optimal tries every cut of the hierarchy, and here are more than "
                    "100,000; take apriori");
    }
    AllCuts cuts(task, context);
    cuts.go_on(Cut(*task.tree, *task.lists), static_cast<ItemNode>(task.tree->size()));
    return cuts.take();
}

}  // namespace kanon::lists
