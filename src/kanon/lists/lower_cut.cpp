// SPDX-License-Identifier: Apache-2.0
#include "kanon/lists/lower_cut.hpp"

#include "kanon/lists/set_search.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace kanon::lists {
namespace {

/// The lists as a cut that comes down step by step releases them.
class LoweredLists {
public:
    LoweredLists(const ListTask& task, double caution, Cut& cut)
        : task_(&task), caution_(caution), cut_(&cut), rows_(task.tree->size()) {
        const ItemLists recoded = cut.recode(*task.lists);
        for (std::uint32_t row = 0; row < recoded.rows(); ++row) {
            const auto list = recoded.row(row);
            lists_.emplace_back(list.begin(), list.end());
            for (const ItemNode node : list) {
                rows_[node].push_back(row);
            }
        }
        children_.resize(task.tree->size());
        for (ItemNode node = 0; node < task.tree->root(); ++node) {
            children_[task.tree->parent[node]].push_back(node);
        }
    }

    /// Groups that are released.
    [[nodiscard]] std::vector<ItemNode> groups() const {
        std::vector<ItemNode> out;
        for (ItemNode node = 0; node < rows_.size(); ++node) {
            if (!rows_[node].empty() && !children_[node].empty()) {
                out.push_back(node);
            }
        }
        return out;
    }

    /// Lower a group if it pays.
    bool lower(ItemNode group) {
        Cut lowered = *cut_;
        lowered.lower(group);
        const double saved = cut_->loss() - lowered.loss();
        std::vector<std::vector<ItemNode>> before;
        for (const std::uint32_t row : rows_[group]) {
            before.push_back(lists_[row]);
            lists_[row] = recoded(row, lowered);
        }
        double dropped = 0;
        const double most = task_->may_drop ? saved : 0;
        for (const ItemNode child : children_[group]) {
            dropped +=
                dropped <= most ? caution_ * static_cast<double>(rows_to_drop(child, group)) : 0;
        }
        if (dropped > most || saved <= dropped) {
            for (std::size_t i = 0; i < before.size(); ++i) {
                lists_[rows_[group][i]] = std::move(before[i]);
            }
            return false;
        }
        *cut_ = std::move(lowered);
        for (const std::uint32_t row : rows_[group]) {
            for (const ItemNode node : lists_[row]) {
                if (task_->tree->parent[node] == group) {
                    rows_[node].push_back(row);
                }
            }
        }
        rows_[group].clear();
        return true;
    }

private:
    [[nodiscard]] std::vector<ItemNode> recoded(std::uint32_t row, const Cut& by) const {
        std::vector<ItemNode> out;
        for (const ItemNode item : task_->lists->row(row)) {
            out.push_back(by.image(item));
        }
        std::ranges::sort(out);
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    /// Lists that hold a child of the group in a rare set.
    [[nodiscard]] std::size_t rows_to_drop(ItemNode child, ItemNode group) const {
        std::vector<bool> is_hit;
        ItemLists beside;
        std::vector<ItemNode> others;
        for (const std::uint32_t row : rows_[group]) {
            if (std::ranges::binary_search(lists_[row], child)) {
                others = lists_[row];
                std::erase(others, child);
                beside.add(others);
            }
        }
        if (beside.rows() < task_->rule.k || task_->rule.m == 1) {
            return beside.rows() < task_->rule.k ? beside.rows() : 0;
        }
        is_hit.resize(beside.rows());
        const std::size_t nodes = task_->tree->size();
        SetSearch(beside, nodes)
            .visit(0, nodes, task_->rule.m - 1, [&](const auto, const auto places) {
                if (places.size() >= task_->rule.k) {
                    return true;
                }
                std::ranges::for_each(places, [&](const PlaceInRow& at) { is_hit[at.row] = true; });
                return false;
            });
        return static_cast<std::size_t>(std::ranges::count(is_hit, true));
    }

    const ListTask* task_;
    double caution_;
    Cut* cut_;
    std::vector<std::vector<std::uint32_t>> rows_;  ///< per node of the cut
    std::vector<std::vector<ItemNode>> lists_;
    std::vector<std::vector<ItemNode>> children_;
};

}  // namespace

void lower_cut(const ListTask& task, double caution, const RunContext& context, Cut& cut) {
    LoweredLists lists(task, caution, cut);
    bool again = true;
    while (again && !is_time_up(task, context)) {
        again = false;
        std::vector<std::pair<double, ItemNode>> groups;
        for (const ItemNode group : lists.groups()) {
            Cut lowered = cut;
            lowered.lower(group);
            groups.emplace_back(lowered.loss(), group);
        }
        std::ranges::sort(groups);
        for (const auto& one : groups) {
            throw_if_cancelled(context);
            again = lists.lower(one.second) || again;
        }
    }
}

}  // namespace kanon::lists
