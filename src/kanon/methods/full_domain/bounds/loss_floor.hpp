// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/bounds/barren_nodes.hpp"
#include "kanon/methods/full_domain/bounds/box_budget.hpp"
#include "kanon/methods/full_domain/bounds/floor_steps.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/methods/full_domain/search/node_score.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace kanon::full_domain {

/// Proves that no node of the lattice costs less than so much, for lattices too large to search.
///
/// Ours: implicit hitting sets over boxes of the lattice. If too many rows lie in small classes at
/// a node, they do at every node below: a better node must raise some attribute past it. The low
/// corner of a box is such a node; it is raised as long as it stays one (BarrenFinder), and the box
/// divides into one child for each attribute that may be raised past it without costing too much.
/// A child does not raise the attributes of those before it, so that no node is looked at twice.
/// Where rows may be suppressed, what the lasting ones cost counts likewise: nodes are barren as
/// well if those starred, and all others as at the low corner, cost the floor. Nodes once found
/// barren serve all boxes, and where they overlap little, what it costs to get past each of them
/// adds up (BoxBudget).
///
/// No search: the descent is deterministic and depends on no clock but that of `used`. Memory:
/// HashedGroups twice, and 2^15 nodes with their levels.
class LossFloor {
public:
    /// True where floors hold: the objective is a cost of cells, and no released cell costs more
    /// than a starred one; up to 2^20 row types.
    [[nodiscard]] static bool applies_to(const Task& task, const LevelTables& tables);

    /// `used` is given the work done so far, in nodes asked about, and says what share that is of
    /// all there may be; from 1 on the search is to stop. \pre applies_to()
    LossFloor(const Task& task,
              const LevelTables& tables,
              std::function<double(std::uint64_t)> used);

    /// True: no node costs less. False: some node may, or there was no time to tell.
    [[nodiscard]] bool holds(Cost floor);

    /// The greatest of so many parts of a cost that was shown to be a floor before the search was
    /// to stop: from the least on, see parts_up(). 0: none.
    [[nodiscard]] Cost greatest(Cost cost, std::uint64_t parts);

    /// Nodes asked about.
    [[nodiscard]] std::uint64_t asked() const { return finder_.asked(); }

private:
    /// Nodes of which none costs less than the floor, as a box sees them.
    struct Use {
        double fear = 0;
        std::size_t index = 0;
    };

    /// What is known of a box.
    struct Known {
        std::vector<std::size_t> met;  ///< barren nodes some of which the box has
        std::size_t seen = 0;          ///< of all barren nodes
    };

    [[nodiscard]] std::uint64_t work() const;

    [[nodiscard]] bool is_over() const { return used_(work()) >= 1; }

    [[nodiscard]] WorkBudget budget() const;
    [[nodiscard]] bool search(const NodeBox& box, Cost cost, const Known& parent);
    [[nodiscard]] bool divide(const NodeBox& box, Cost cost, const BoxBudget& budget, Known known);
    [[nodiscard]] const BarrenNodes* cover_of(const NodeBox& box,
                                              Cost cost,
                                              const Known& known) const;
    void meet(const Node& low, Known& known) const;
    [[nodiscard]] double fear(Cost left) const;
    [[nodiscard]] double fear_of(const BarrenNodes& nodes, const BoxBudget& budget) const;
    [[nodiscard]] std::vector<Use> uses_of(const NodeBox& box,
                                           Cost cost,
                                           const BoxBudget& budget,
                                           const Known& known) const;

    const LevelTables& tables_;
    std::function<double(std::uint64_t)> used_;
    Lattice lattice_;
    BarrenFinder finder_;
    std::deque<BarrenNodes> barren_;  ///< stays in place as it grows
    Cost floor_ = 0;
    Cost column_ = 1;  ///< a column all starred, on average
    std::uint64_t boxes_ = 0;
};

}  // namespace kanon::full_domain
