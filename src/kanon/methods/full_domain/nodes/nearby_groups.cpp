// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/nearby_groups.hpp"

#include <algorithm>

namespace kanon::full_domain {
namespace {

/// Levels by which each kept node lies below what is asked of it.
constexpr std::array<Level, 2> kReach{2, 1};
/// Levels by which a walk may have risen above that before the kept node is made anew.
constexpr unsigned kSlack = 3;
/// Over so few groups of the row types the lower kept node does not pay.
constexpr std::size_t kFewBaseGroups = std::size_t{1} << 15U;

}  // namespace

/// True if the kept node lies below the node, but not so far that one closer by would pay.
bool NearbyGroups::serves(std::size_t tier, const Node& node) const {
    const Node& kept = kept_[tier].node;
    if (kept.size() != node.size() || !at_most(kept, node)) {
        return false;
    }
    unsigned above = 0;
    for (std::size_t j = 0; j < node.size(); ++j) {
        above += static_cast<unsigned>(std::max(0, node[j] - kept[j] - kReach[tier]));
    }
    return above <= kSlack;
}

/// Groups of a node at or below the node: of the row types, or of a kept node, made if need be.
const NodeGroups& NearbyGroups::groups_below(const Node& node, std::size_t tier) {
    if (node == base_.node) {
        return base_;
    }
    if (!serves(tier, node)) {
        Node low = node;
        for (std::size_t j = 0; j < low.size(); ++j) {
            low[j] = static_cast<Level>(std::max<int>(base_.node[j], low[j] - kReach[tier]));
        }
        const bool from_base = tier == 0 || base_.size() <= kFewBaseGroups;
        const NodeGroups& finer = from_base ? base_ : groups_below(low, tier - 1);
        evaluator_.roll_up(finer, low, kept_[tier]);
        ++rolled_up_;
    }
    return kept_[tier];
}

NodeFacts NearbyGroups::facts(const Node& node) {
    return evaluator_.facts(groups_below(node, kTiers - 1), node);
}

NodeFacts NearbyGroups::check(const Node& node) {
    return evaluator_.check(groups_below(node, kTiers - 1), node);
}

}  // namespace kanon::full_domain
