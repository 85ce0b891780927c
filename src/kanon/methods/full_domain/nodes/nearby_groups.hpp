// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/full_domain/nodes/node_facts_source.hpp"
#include "kanon/methods/full_domain/nodes/node_groups.hpp"

#include <array>
#include <cstddef>

namespace kanon::full_domain {

/// Evaluates nodes that lie near the one asked for before, as those of a walk over the lattice do.
///
/// Two nodes below the walk are kept materialized: one a level below in every attribute, from which
/// the neighbours are evaluated, and one some levels lower, from which that one is rolled up when
/// the walk has left it. Memory: these two, whatever the lattice.
class NearbyGroups final : public NodeFactsSource {
public:
    /// `base` are the groups at the least levels; both must outlive this object.
    NearbyGroups(NodeEvaluator& evaluator, const NodeGroups& base)
        : evaluator_(evaluator), base_(base) {}

    /// Cost O(groups of the node one level below in every attribute), and of the nodes from which
    /// that one comes where the walk has left it.
    [[nodiscard]] NodeFacts facts(const Node& node) override;

    [[nodiscard]] NodeFacts check(const Node& node) override;

    [[nodiscard]] std::uint64_t rolled_up() const override { return rolled_up_; }

private:
    static constexpr std::size_t kTiers = 2;

    [[nodiscard]] const NodeGroups& groups_below(const Node& node, std::size_t tier);
    [[nodiscard]] bool serves(std::size_t tier, const Node& node) const;

    NodeEvaluator& evaluator_;
    const NodeGroups& base_;
    std::array<NodeGroups, kTiers> kept_;  ///< the lower one first
    std::uint64_t rolled_up_ = 0;
};

}  // namespace kanon::full_domain
