// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/hierarchy/lattice.hpp"
#include "kanon/quality/objective.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon {

/// One node of the lattice, and what a release at it would be.
struct DecidedNode {
    Node levels;
    LossFacts loss;         ///< rows suppressed, classes, what every objective is computed from
    bool feasible = false;  ///< keeps the promises within the suppression limit, releases a row
    /// Feasible, with no feasible node strictly below; none where the nodes below that tell were
    /// not decided.
    std::optional<bool> minimal;
    /// Releases a row, and no decided node is better in suppressed rows or `front_loss` without
    /// being worse in the other; the suppression limit does not matter.
    bool front = false;
};

/// The lattice of a task, as far as it was decided.
struct SolutionSpace {
    std::vector<DecidedNode> nodes;              ///< in the order of level vectors
    std::optional<std::uint64_t> lattice_nodes;  ///< all there are; none: 2^64 or more
    /// What the front weighs against suppressed rows: the task's objective, or gcp where that
    /// is the number of suppressed rows itself.
    Objective front_loss = Objective::gcp;
    bool stopped = false;  ///< ended by the deadline, before the nodes asked for were decided

    /// True if every node was decided.
    [[nodiscard]] bool whole() const { return lattice_nodes && nodes.size() == *lattice_nodes; }

    /// Place of a node in `nodes`, if it was decided. Cost O(m log nodes).
    [[nodiscard]] std::optional<std::size_t> find(std::span<const Level> levels) const;
};

/// Decide nodes of the lattice: all of them, or the `most_nodes` that are nearest to `centre` in
/// steps of one level (a step down before one up, the first attributes first). The centre is always
/// among them.
///
/// Each node is rolled up from a finer one (RollUpCache, one a thread), never from the rows: cost
/// O(groups) a node, about 250 bytes of memory a node and 64 MiB a thread. Same for any number of
/// threads unless the deadline ends it. \throws Error{cancelled}
[[nodiscard]] SolutionSpace decide_nodes(const Task& task,
                                         const Node& centre,
                                         std::uint64_t most_nodes,
                                         const RunContext& context);

}  // namespace kanon
