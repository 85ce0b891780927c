// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/cut_search.hpp"

#include "kanon/lists/apriori.hpp"
#include "kanon/lists/drop_items.hpp"
#include "kanon/lists/lower_cut.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace kanon::lists {
namespace {

/// Rare sets that are looked at to tell what raising saves; of more every so many-th.
constexpr std::size_t kLookedAt = 200'000;
/// Turns without a better cut before the search ends.
constexpr unsigned kPatience = 3;

ItemLists dropped(const ListTask& task, ItemLists lists, const RunContext& context) {
    return drop_items(std::move(lists), task.tree->size(), task.sensitive, task.rule, context);
}

/// What raising each node saves, in rows of rare sets.
class Savings {
public:
    Savings(const ListTask& task, const Postings& postings, const RareSets& rare)
        : task_(&task), postings_(&postings), rows_(task.tree->size()) {
        const std::size_t step = rare.size() / kLookedAt + 1;
        std::vector<std::vector<ItemNode>> merged;
        for (std::size_t i = 0; i < rare.size(); i += step) {
            for (const ItemNode node : rare.set(i)) {
                add_above(node, rare.set(i), rare.rows(i).size() * step, merged);
            }
        }
        take_merged(merged, step);
    }

    /// Rows of rare sets that raising the node does away with.
    [[nodiscard]] double of(ItemNode node) const { return rows_[node]; }

private:
    void add_above(ItemNode node,
                   std::span<const ItemNode> set,
                   std::size_t rows,
                   std::vector<std::vector<ItemNode>>& merged) {
        while (node != task_->tree->root()) {
            node = task_->tree->parent[node];
            rows_[node] += static_cast<double>(rows);
            // The group first, then the others that are not in it.
            std::vector<ItemNode> with{node};
            std::ranges::copy_if(set, std::back_inserter(with), [&](ItemNode other) {
                return !task_->tree->is_below(other, node);
            });
            merged.push_back(std::move(with));
        }
    }

    /// What stays rare with the group in place of a node below it is not saved.
    void take_merged(std::vector<std::vector<ItemNode>>& merged, std::size_t step) {
        std::ranges::sort(merged);
        merged.erase(std::unique(merged.begin(), merged.end()), merged.end());
        for (const std::vector<ItemNode>& set : merged) {
            const std::uint64_t held = postings_->count(set, task_->rule.k);
            if (held < task_->rule.k) {
                rows_[set.front()] -= static_cast<double>(held * step);
            }
        }
    }

    const ListTask* task_;
    const Postings* postings_;
    std::vector<double> rows_;
};

/// A group to raise, and what is gained.
struct Gain {
    double gain = 0;
    ItemNode node = 0;
};

/// Groups by which more is saved than they cost, the best first. `worth`: loss of dropping for each
/// row of a rare set.
std::vector<Gain> gains_of(const ListTask& task,
                           const Cut& cut,
                           const Savings& savings,
                           double worth) {
    std::vector<Gain> out;
    for (ItemNode node = 0; node < task.tree->size(); ++node) {
        const double gain = worth * savings.of(node) - cut.cost_of(node);
        if (savings.of(node) > 0 && gain > 0) {
            out.push_back({gain, node});
        }
    }
    std::ranges::stable_sort(out, [](const Gain& a, const Gain& b) { return a.gain > b.gain; });
    return out;
}

/// Raise the best groups that make half of all that is to be gained: what the others gain then has
/// changed.
void raise_best(const std::vector<Gain>& gains, Cut& cut) {
    double all = 0;
    std::ranges::for_each(gains, [&](const Gain& one) { all += one.gain; });
    double raised = 0;
    for (const Gain& one : gains) {
        if (raised >= all / 2) {
            break;
        }
        if (cut.is_above(one.node)) {
            cut.raise(one.node);
        }
        raised += one.gain;
    }
}

/// The least that was lost so far, and how.
struct Best {
    ItemLists lists{};
    Cut cut;
    double loss = std::numeric_limits<double>::infinity();

    bool take(ItemLists found, const Cut& by, double lost) {
        if (lost >= loss) {
            return false;
        }
        lists = std::move(found);
        cut = by;
        loss = lost;
        return true;
    }
};

/// Cuts that are judged by what they and dropping lose together; the best is kept.
class CutSearch {
public:
    CutSearch(const ListTask& task,
              const Postings& postings,
              const RunContext& context,
              const Cut& start)
        : task_(&task), postings_(&postings), context_(&context), best_{.cut = start} {
        static_cast<void>(judge(start));
    }

    /// The groups of one height for all items, from the root down as long as that is better.
    void try_heights() {
        const ItemTree& tree = *task_->tree;
        const ItemLists& lists = *task_->lists;
        std::vector<std::size_t> height(tree.size());
        for (ItemNode node = 0; node < tree.root(); ++node) {
            height[tree.parent[node]] = std::max(height[tree.parent[node]], height[node] + 1);
        }
        double before = std::numeric_limits<double>::infinity();
        for (std::size_t at = height[tree.root()] + 1; at-- > 0;) {
            if (is_time_up(*task_, *context_)) {
                return;
            }
            Cut cut(tree, lists);
            for (ItemNode node = 0; node < tree.size(); ++node) {
                if (height[node] <= at) {
                    cut.raise(node);
                }
            }
            static_cast<void>(judge(cut));
            if (last_loss_ > before) {
                break;
            }
            before = last_loss_;
        }
    }

    void try_apriori(const Cut& start) {
        if (is_time_up(*task_, *context_)) {
            return;
        }
        Cut cut = start;
        raise_by_apriori(*task_, *postings_, task_->rule.m, *context_, cut);
        static_cast<void>(judge(cut));
    }

    /// Raise groups from the best cut, turn by turn; true if a better cut was found.
    bool raise() {
        Cut cut = best_.cut;
        last_loss_ = best_.loss;
        bool better = false;
        for (unsigned in_vain = 0; in_vain < kPatience && !is_time_up(*task_, *context_);) {
            const RareSets rare = find_rare_sets(
                cut.recode(*task_->lists), task_->tree->size(), task_->rule, *context_);
            if (rare.size() == 0) {
                break;
            }
            const double worth = (last_loss_ - cut.loss()) / static_cast<double>(rare.row_count());
            const auto gains = gains_of(*task_, cut, Savings(*task_, *postings_, rare), worth);
            if (gains.empty()) {
                break;
            }
            raise_best(gains, cut);
            const bool is_better = judge(cut);
            better = better || is_better;
            in_vain = is_better ? 0 : in_vain + 1;
        }
        return better;
    }

    /// Lower groups of the best cut, with as much caution as it takes to lose less by it; true if
    /// a better cut was found.
    bool lower() {
        constexpr unsigned kMostCaution = 64;
        for (unsigned caution = 1; caution <= kMostCaution; caution *= 4) {
            if (is_time_up(*task_, *context_)) {
                return false;
            }
            Cut cut = best_.cut;
            lower_cut(*task_, static_cast<double>(caution), *context_, cut);
            if (judge(cut)) {
                return true;
            }
        }
        return false;
    }

    Best& best() { return best_; }

private:
    /// True if the cut is the best so far.
    bool judge(const Cut& cut) {
        ItemLists lists = dropped(*task_, cut.recode(*task_->lists), *context_);
        last_loss_ = loss_of(*task_->tree, *task_->lists, lists);
        return best_.take(std::move(lists), cut, last_loss_);
    }

    const ListTask* task_;
    const Postings* postings_;
    const RunContext* context_;
    Best best_;
    double last_loss_ = 0;
};

}  // namespace

ItemLists raise_and_drop(const ListTask& task,
                         const Postings& postings,
                         const RunContext& context,
                         Cut& cut) {
    raise_by_apriori(task, postings, task.rule.m, context, cut);
    if (!task.may_drop) {
        lower_cut(task, 1, context, cut);
    }
    return dropped(task, cut.recode(*task.lists), context);
}

ItemLists search_cut(const ListTask& task,
                     const Postings& postings,
                     const RunContext& context,
                     Cut& cut) {
    CutSearch search(task, postings, context, cut);
    search.try_heights();
    search.try_apriori(cut);
    for (bool better = true; better;) {
        better = search.lower();
        better = search.raise() || better;
    }
    cut = search.best().cut;
    return std::move(search.best().lists);
}

}  // namespace kanon::lists
