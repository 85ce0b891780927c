// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/evaluate/merged_groups.hpp"

#include <algorithm>
#include <utility>

namespace kanon::domain_cut {

MergedGroups::MergedGroups(const Task& task,
                           std::span<const OrderedDomain> domains,
                           std::span<const ValueTree> trees)
    : task_(task),
      trees_(trees),
      checker_(task),
      enough_(task.least_class_rows()),
      groups_(task.row_types().size()),
      node_of_(task.row_types().size() * trees.size()),
      groups_of_(trees.size()),
      rows_at_(enough_ + 1),
      live_(task.row_types().size()) {
    for (std::size_t j = 0; j < trees.size(); ++j) {
        groups_of_[j].resize(trees[j].nodes().size());
        for (std::uint32_t group = 0; group < groups_.size(); ++group) {
            const Code code = task.row_types().columns[j][group];
            node_of(group, j) = trees[j].leaf_of(domains[j].rank_of(code));
            groups_of_[j][node_of(group, j)].push_back(group);
        }
    }
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
        groups_[group].rows = task.row_types().counts[group];
        if (!checker_.rows_decide()) {
            groups_[group].types = {group};
        }
        groups_[group].anonymity = anonymity_of(groups_[group].rows, {&group, 1});
        rows_at_[groups_[group].anonymity] += groups_[group].rows;
    }
    anonymity_ = table_anonymity(rows_at_);
}

std::uint64_t MergedGroups::anonymity_of(std::uint64_t rows,
                                         std::span<const std::uint32_t> members) {
    if (rows < enough_ || checker_.rows_decide()) {
        return std::min(rows, enough_);
    }
    std::vector<std::span<const std::uint32_t>> pieces;
    for (const std::uint32_t group : members) {
        pieces.emplace_back(groups_[group].types);
    }
    return checker_.holds(rows, pieces) ? enough_ : enough_ - 1;
}

std::uint64_t MergedGroups::table_anonymity(const std::vector<std::uint64_t>& rows_at) const {
    std::uint64_t below = 0;
    for (std::uint64_t anonymity = 0; anonymity < enough_; ++anonymity) {
        below += rows_at[anonymity];
        if (below > task_.suppression_limit) {
            return anonymity;
        }
    }
    return enough_;
}

bool MergedGroups::keeps_promises() const {
    return anonymity_ == enough_ && rows_at_[enough_] > 0;
}

std::vector<std::vector<std::uint64_t>> MergedGroups::lowest_rows() const {
    std::vector<std::vector<std::uint64_t>> lowest;
    for (const ValueTree& tree : trees_) {
        lowest.emplace_back(tree.nodes().size());
    }
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        if (groups_[group].live && groups_[group].anonymity <= anonymity_) {
            for (std::size_t j = 0; j < trees_.size(); ++j) {
                lowest[j][node_of_[group * trees_.size() + j]] += groups_[group].rows;
            }
        }
    }
    return lowest;
}

bool MergedGroups::may_be_critical(const Generalization& step,
                                   const std::vector<std::vector<std::uint64_t>>& lowest) const {
    std::uint64_t rest = 0;
    for (std::uint64_t anonymity = 0; anonymity <= anonymity_; ++anonymity) {
        rest += rows_at_[anonymity];
    }
    const ValueTree::Node& node = trees_[step.attribute].nodes()[step.node];
    for (std::uint32_t child = 0; child < node.child_count; ++child) {
        rest -= lowest[step.attribute][node.first_child + child];
    }
    return anonymity_ < enough_ && rest <= task_.suppression_limit;
}

/// Fill members_ with the groups that have a child's value, those that become one side by side.
void MergedGroups::gather(const Generalization& step) {
    const ValueTree::Node& node = trees_[step.attribute].nodes()[step.node];
    members_.clear();
    for (std::uint32_t child = 0; child < node.child_count; ++child) {
        for (const std::uint32_t group : groups_of_[step.attribute][node.first_child + child]) {
            if (groups_[group].live) {
                members_.push_back(group);
            }
        }
    }
    const std::size_t m = trees_.size();
    std::sort(members_.begin(), members_.end(), [&](std::uint32_t a, std::uint32_t b) {
        for (std::size_t j = 0; j < m; ++j) {
            const std::uint32_t left = node_of_[a * m + j];
            const std::uint32_t right = node_of_[b * m + j];
            if (j != step.attribute && left != right) {
                return left < right;
            }
        }
        return a < b;
    });
}

/// Fill unions_ from members_.
void MergedGroups::unite(const Generalization& step) {
    gather(step);
    const auto same = [&](std::uint32_t a, std::uint32_t b) {
        for (std::size_t j = 0; j < trees_.size(); ++j) {
            if (j != step.attribute && node_of(a, j) != node_of(b, j)) {
                return false;
            }
        }
        return true;
    };
    unions_.clear();
    for (std::size_t first = 0; first < members_.size();) {
        Union united{.first = first, .last = first};
        while (united.last < members_.size() && same(members_[first], members_[united.last])) {
            united.rows += groups_[members_[united.last++]].rows;
        }
        united.anonymity = anonymity_of(
            united.rows, std::span(members_).subspan(first, united.last - united.first));
        unions_.push_back(united);
        first = united.last;
    }
}

/// Move the rows of a union from the anonymities of its groups to its own.
void MergedGroups::count(const Union& united, std::vector<std::uint64_t>& rows_at) const {
    for (std::size_t at = united.first; at < united.last; ++at) {
        const Group& group = groups_[members_[at]];
        rows_at[group.anonymity] -= group.rows;
    }
    rows_at[united.anonymity] += united.rows;
}

std::uint64_t MergedGroups::anonymity_after(const Generalization& step) {
    unite(step);
    std::vector<std::uint64_t> rows_at = rows_at_;
    for (const Union& united : unions_) {
        count(united, rows_at);
    }
    return table_anonymity(rows_at);
}

void MergedGroups::generalize(const Generalization& step) {
    unite(step);
    std::vector<std::uint32_t>& with_node = groups_of_[step.attribute][step.node];
    for (const Union& united : unions_) {
        count(united, rows_at_);
        Group& kept = groups_[members_[united.first]];
        for (std::size_t at = united.first + 1; at < united.last; ++at) {
            Group& gone = groups_[members_[at]];
            kept.types.insert(kept.types.end(), gone.types.begin(), gone.types.end());
            gone = {.rows = 0, .anonymity = 0, .live = false, .types = {}};
            --live_;
        }
        kept.rows = united.rows;
        kept.anonymity = united.anonymity;
        node_of(members_[united.first], step.attribute) = step.node;
        with_node.push_back(members_[united.first]);
    }
    const ValueTree::Node& node = trees_[step.attribute].nodes()[step.node];
    for (std::uint32_t child = 0; child < node.child_count; ++child) {
        groups_of_[step.attribute][node.first_child + child] = {};
    }
    anonymity_ = table_anonymity(rows_at_);
}

}  // namespace kanon::domain_cut
