// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/methods/full_domain/nodes/node_evaluator.hpp"
#include "kanon/methods/full_domain/nodes/node_facts_source.hpp"
#include "kanon/methods/full_domain/nodes/node_groups.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace kanon::full_domain {

/// Evaluates nodes in any order, each over the groups of a finer node that many nodes share.
///
/// Every node has one finer parent: the levels that are not the top of their hierarchy are rounded
/// down to multiples of 2, then of 4, and so on; once all levels are least or top, the last half of
/// those at the top go down to their least. Chains of parents are short (log2 of the heights plus
/// log2 of the attributes), end at the row types, and meet soon, so that few of them need to be
/// materialized. Materialized nodes are kept up to `byte_limit` bytes, least recently used out
/// first: memory is that and one node more, whatever the lattice.
class RollUpCache final : public NodeFactsSource {
public:
    static constexpr std::size_t kByteLimit = std::size_t{64} << 20U;

    /// `base` are the groups at the least levels; they must outlive this object.
    RollUpCache(const Task& task,
                const LevelTables& tables,
                const NodeGroups& base,
                std::size_t byte_limit = kByteLimit)
        : RollUpCache(task, tables, base, NodeFigures::of_objective(task, tables), byte_limit) {}

    RollUpCache(const Task& task,
                const LevelTables& tables,
                const NodeGroups& base,
                NodeFigures figures,
                std::size_t byte_limit = kByteLimit);

    /// Cost O(groups of the parent), and of the parents that are not at hand.
    [[nodiscard]] NodeFacts facts(const Node& node) override;

    [[nodiscard]] NodeFacts check(const Node& node) override;

    [[nodiscard]] std::uint64_t rolled_up() const override { return rolled_up_; }

    /// Bytes of the nodes kept.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    struct Entry {
        NodeGroups groups;
        std::size_t bytes = 0;
        std::uint64_t used = 0;
    };

    [[nodiscard]] Node parent_of(const Node& node) const;
    [[nodiscard]] const NodeGroups& groups_for(const Node& node);
    [[nodiscard]] const NodeGroups& source_of(const Node& node);
    void make_room(const Entry& newest);

    Node heights_;  ///< of the hierarchies
    NodeEvaluator evaluator_;
    const NodeGroups& base_;
    std::unordered_map<Node, Entry, NodeHash> kept_;
    std::size_t byte_limit_;
    std::size_t bytes_ = 0;
    std::uint64_t clock_ = 0;
    std::uint64_t rolled_up_ = 0;
};

}  // namespace kanon::full_domain
