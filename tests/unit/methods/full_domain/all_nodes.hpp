// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/methods/full_domain/nodes/node_evaluator.hpp"
#include "kanon/methods/full_domain/search/node_score.hpp"
#include "kanon/problem/problem.hpp"

#include "support/random_problems.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace kanon::test {

/// A table and all of its nodes.
struct AllNodes {
    explicit AllNodes(const Problem& given)
        : problem(given),
          tables(given),
          evaluator(given, tables),
          scorer(given, tables),
          lattice(given.lattice()),
          base(full_domain::groups_of_row_types(given, tables, lattice.bottom())) {}

    [[nodiscard]] Cost columns(const Node& node) const {
        Cost sum = 0;
        for (std::size_t j = 0; j < node.size(); ++j) {
            sum += tables.column_cost(j, node[j]);
        }
        return sum;
    }

    /// The least cost of all nodes.
    std::optional<Cost> best() {
        std::optional<Cost> least;
        for (std::uint64_t rank = 0; rank < lattice.size().value(); ++rank) {
            const Node node = lattice.node(rank);
            const full_domain::NodeFacts facts = evaluator.facts(base, node);
            if (evaluator.feasible(facts)) {
                least = std::min(least.value_or(facts.cost), facts.cost);
            }
        }
        return least;
    }

    const Problem& problem;
    full_domain::LevelTables tables;
    full_domain::NodeEvaluator evaluator;
    full_domain::NodeScorer scorer;
    Lattice lattice;
    full_domain::NodeGroups base;
};

/// A random table for an objective that costs cells, and some limit of suppression.
inline Problem draw_for_floor(std::uint64_t seed, std::size_t attributes, std::size_t rows) {
    constexpr std::array kObjectives{
        Objective::gcp, Objective::lm, Objective::entropy, Objective::loss};
    Problem problem = random_problem(
        {.rows = rows, .attributes = attributes, .values = 5, .starred_top = true}, seed);
    problem.objective = kObjectives[seed % kObjectives.size()];
    problem.gs_factor = 0.5 + 0.25 * static_cast<double>(seed % 3);
    const std::uint64_t few = seed / 4 % 4;
    problem.suppression_limit = few == 3 ? rows : few * rows / 20;
    return problem;
}

}  // namespace kanon::test
