// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/roll_up_cache.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>

namespace kanon::full_domain {
namespace {

/// Over so few groups it does not pay to materialize a node closer by.
constexpr std::size_t kFewGroups = 256;

constexpr unsigned kLargestStep = 2 * kMaxHeight;

Node heights_of(const Task& task) {
    Node heights;
    for (const QuasiIdentifier& qi : task.quasi_identifiers) {
        heights.push_back(qi.hierarchy.height());
    }
    return heights;
}

std::size_t bytes_of(const NodeGroups& groups) {
    std::size_t bytes =
        groups.keys.size() * sizeof(std::uint64_t) + groups.rows.size() * sizeof(std::uint32_t);
    for (const Histograms& one : groups.histograms) {
        bytes += one.offsets.size() * sizeof(std::uint32_t) + one.values.size() * sizeof(Code) +
                 one.counts.size() * sizeof(std::uint32_t);
    }
    return bytes;
}

}  // namespace

RollUpCache::RollUpCache(const Task& task,
                         const LevelTables& tables,
                         const NodeGroups& base,
                         NodeFigures figures,
                         std::size_t byte_limit)
    : heights_(heights_of(task)),
      evaluator_(task, tables, figures),
      base_(base),
      byte_limit_(byte_limit) {}

Node RollUpCache::parent_of(const Node& node) const {
    Node parent = node;
    for (unsigned step = 2; step <= kLargestStep; step *= 2) {
        for (std::size_t j = 0; j < node.size(); ++j) {
            if (node[j] != heights_[j]) {
                const unsigned above = node[j] - static_cast<unsigned>(base_.node[j]);
                parent[j] = static_cast<Level>(base_.node[j] + above / step * step);
            }
        }
        if (parent != node) {
            return parent;
        }
    }
    std::size_t raised = 0;
    for (std::size_t j = 0; j < node.size(); ++j) {
        raised += node[j] != base_.node[j] ? 1U : 0U;
    }
    for (std::size_t j = node.size(), lowered = 0; lowered < (raised + 1) / 2; --j) {
        if (node[j - 1] != base_.node[j - 1]) {
            parent[j - 1] = base_.node[j - 1];
            ++lowered;
        }
    }
    return parent;
}

/// Drop the nodes used longest ago until the limit holds; the newest stays.
void RollUpCache::make_room(const Entry& newest) {
    while (bytes_ > byte_limit_ && kept_.size() > 1) {
        auto oldest = kept_.end();
        for (auto at = kept_.begin(); at != kept_.end(); ++at) {
            if (&at->second != &newest &&
                (oldest == kept_.end() || at->second.used < oldest->second.used)) {
                oldest = at;
            }
        }
        bytes_ -= oldest->second.bytes;
        kept_.erase(oldest);
    }
}

/// The groups of the node, or of a finer one where there are few.
const NodeGroups& RollUpCache::groups_for(const Node& node) {
    if (node == base_.node) {
        return base_;
    }
    const auto found = kept_.find(node);
    if (found != kept_.end()) {
        found->second.used = ++clock_;
        return found->second.groups;
    }
    const NodeGroups& finer = groups_for(parent_of(node));
    if (finer.size() <= kFewGroups) {
        return finer;
    }
    Entry entry;
    evaluator_.roll_up(finer, node, entry.groups);
    entry.bytes = bytes_of(entry.groups);
    entry.used = ++clock_;
    ++rolled_up_;
    bytes_ += entry.bytes;
    const Entry& kept = kept_.emplace(node, std::move(entry)).first->second;
    make_room(kept);
    return kept.groups;
}

const NodeGroups& RollUpCache::source_of(const Node& node) {
    KANON_DCHECK(at_most(base_.node, node) && at_most(node, heights_));
    return node == base_.node ? base_ : groups_for(parent_of(node));
}

NodeFacts RollUpCache::facts(const Node& node) {
    return evaluator_.facts(source_of(node), node);
}

NodeFacts RollUpCache::check(const Node& node) {
    return evaluator_.check(source_of(node), node);
}

}  // namespace kanon::full_domain
