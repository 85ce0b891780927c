// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/nodes/node_evaluator.hpp"
#include "kanon/task/task.hpp"

#include <compare>
#include <cstdint>
#include <span>

namespace kanon::full_domain {

/// What nodes are ordered by: the objective, then gcp (or what else the objective measures cells
/// by, see cell_measure()), then height, then the level vector. No two nodes are equal, so the best
/// one does not depend on the order of the search.
struct NodeScore {
    std::uint64_t primary = 0;  ///< the objective in whole units, see NodeScorer
    Cost gcp = 0;
    unsigned height = 0;
    Node node;

    // clang-tidy 14 takes the 0 that the result is compared with for a pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const NodeScore&, const NodeScore&) = default;
};

/// A box of the lattice: the nodes from `low` to `high`, both included.
struct NodeBox {
    Node low;
    Node high;
};

/// What bounds need to know of a box besides its corners.
struct BoxFacts {
    NodeFacts high;                     ///< of the box's high corner
    std::span<const Cost> rest;         ///< NodeEvaluator::rest_cost() at the high corner
    std::uint64_t source_groups = 0;    ///< groups at some node at or below the low corner
    std::uint64_t source_squares = 0;   ///< sum of squares of their sizes
    std::uint64_t source_minority = 0;  ///< NodeEvaluator::minority_rows() of them
    double source_divergence = 0;       ///< NodeEvaluator::least_divergence() of them
};

/// Turns facts of nodes into scores in whole numbers, and facts of boxes into lower bounds.
class NodeScorer {
public:
    NodeScorer(const Task& task, const LevelTables& tables);

    [[nodiscard]] NodeScore score(std::span<const Level> node, const NodeFacts& facts) const;

    /// A score that no node of the box can fall below; its node is the low corner. Valid because
    /// losses grow with levels, rows that are lasting at the high corner are suppressed in all of
    /// the box, and a class has at least the minority rows of the groups it is made of. A
    /// suppressed row may cost less than it would released (a loss with a gs-factor below 0.5):
    /// rows that may still be are taken for the dearest. The mean number of combinations is at
    /// least their geometric mean, which sums up by columns. No release of coarser groups diverges
    /// less than these, all released.
    [[nodiscard]] NodeScore bound(const NodeBox& box, const BoxFacts& facts) const;

    /// The objective's value for a score; for a bound, a value that none falls below. Looks at
    /// `primary` alone: the least of all scores, which has no node, is a bound as well.
    [[nodiscard]] double value(const NodeScore& score) const;

private:
    [[nodiscard]] std::uint64_t relative_height(std::span<const Level> node) const;
    [[nodiscard]] std::uint64_t divergence_units(double divergence) const;
    [[nodiscard]] Cost bound_cost(const NodeBox& box, const BoxFacts& facts) const;
    [[nodiscard]] std::uint64_t bound_log_mean(const NodeBox& box, const BoxFacts& facts) const;
    [[nodiscard]] double bound_combinations(const NodeBox& box, const BoxFacts& facts) const;
    [[nodiscard]] std::uint64_t bound_primary(const NodeBox& box,
                                              const BoxFacts& facts,
                                              std::uint64_t otherwise) const;

    const Task& task_;
    const LevelTables& tables_;
    std::uint64_t rows_ = 0;
    std::uint64_t height_unit_ = 1;    ///< common multiple of the hierarchies' heights
    double all_combinations_ = 1;      ///< ambiguity alone
    double original_information_ = 0;  ///< divergence alone: sum of f ln(f / n) over row types
};

}  // namespace kanon::full_domain
