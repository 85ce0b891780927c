// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/full_domain/bounds/barren_nodes.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/methods/full_domain/search/node_score.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace kanon::full_domain {

/// What the nodes of a box may still cost above its low corner, below a floor: how far each
/// attribute may be raised, and what barren nodes take of it.
///
/// If all of the box is below the high node of `cover`, the rows lasting there are suppressed
/// throughout, and only the others are counted at what levels cost.
class BoxBudget {
public:
    BoxBudget(const LevelTables& tables,
              const NodeBox& box,
              Cost cost,
              Cost floor,
              const BarrenNodes* cover);

    /// What the low corner leaves; 0: no node of the box costs less than the floor.
    [[nodiscard]] Cost left() const { return left_; }

    /// The highest levels that single attributes may have: no node above costs less than the floor.
    [[nodiscard]] const Node& reach() const { return reach_; }

    /// What an attribute costs more at a level than at the low corner.
    [[nodiscard]] Cost step(std::size_t attribute, Level level) const {
        return above(attribute, level) - above(attribute, low_[attribute]);
    }

    /// True if to get past all of these nodes costs more than is left: a dual solution of the
    /// relaxed covering problem, found greedily in their order. Cost O(nodes * levels).
    [[nodiscard]] bool is_spent_by(std::span<const BarrenNodes* const> nodes) const;

private:
    [[nodiscard]] Cost above(std::size_t attribute, Level level) const;

    const LevelTables& tables_;
    const Node& low_;
    const BarrenNodes* cover_;
    Cost left_ = 0;
    Node reach_;
};

/// What no node of a box that lies below the high node of barren ones costs less than; `cost` is
/// that of all columns at the low corner.
[[nodiscard]] Cost least_cost(const BarrenNodes& nodes,
                              const LevelTables& tables,
                              const Node& low,
                              Cost cost);

}  // namespace kanon::full_domain
