// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/bounds/hashed_groups.hpp"
#include "kanon/methods/full_domain/bounds/joint_columns.hpp"
#include "kanon/methods/full_domain/bounds/raising_order.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace kanon::full_domain {

/// The nodes up to `high`: what is lasting there is suppressed at all of them.
struct BarrenNodes {
    Node high;
    bool feasible =
        false;  ///< some of them may be: no more rows are lasting than may be suppressed
    // Of the lasting rows; of nodes that may be feasible alone:
    Cost starred = 0;            ///< what they cost
    std::vector<Cost> released;  ///< what they would cost at each level, see LevelTables
};

/// Finds nodes that are no better than a given cost.
class BarrenFinder {
public:
    BarrenFinder(const Task& task, const LevelTables& tables);

    /// Where a search begins.
    struct Quest {
        const Node& low;
        Cost cost = 0;         ///< of all columns at the low node
        Cost floor = 0;        ///< no node from there to `high` is to cost less
        const Node& reach;     ///< at or above the low node: what its box may still come to
        const Node& furthest;  ///< that of the lattice
    };

    /// Nodes from the low one to one as high as possible, so that few ways lead past it: attributes
    /// are raised as far as they reach, in the order of RaisingOrder, and then beyond, which serves
    /// other boxes. None: the low node itself may cost less. Cost some 25 passes over groups; the
    /// first raises about as many attributes as the last time, and the groups are few after it.
    [[nodiscard]] std::optional<BarrenNodes> find(const Quest& quest);

    /// Nodes asked about.
    [[nodiscard]] std::uint64_t asked() const { return asked_; }

private:
    [[nodiscard]] bool holds(const Quest& quest, const Node& node);
    void raise(const Quest& quest,
               const std::vector<std::size_t>& attributes,
               const Node& to,
               double& share);
    [[nodiscard]] std::size_t raise_first(const Quest& quest,
                                          const std::vector<std::size_t>& attributes,
                                          const Node& to,
                                          std::size_t guess);
    void climb(const Quest& quest, std::size_t attribute, Level most);

    const Task& task_;
    const LevelTables& tables_;
    JointColumns columns_;
    RaisingOrder order_;
    HashedGroups row_types_;
    HashedGroups groups_;  ///< of the nodes being raised
    LastingRows lasting_;  ///< of the node last asked about
    std::uint64_t asked_ = 0;
    // Of the attributes that were to be raised, those raised at once the last time:
    double within_reach_ = 1;
    double beyond_ = 1;
};

}  // namespace kanon::full_domain
