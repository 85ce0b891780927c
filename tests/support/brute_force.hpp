// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"
#include "kanon/quality/objective.hpp"

#include <optional>

namespace kanon::test {

struct JudgedNode {
    LossFacts facts;
    bool feasible = false;
};

/// Judge a node of the lattice from the rows, with nothing shared with any search but the models
/// and the loss of one label.
[[nodiscard]] JudgedNode judge_node(const Problem& problem, const Node& node);

/// The least value of the problem's objective over all nodes; none if no node is feasible.
[[nodiscard]] std::optional<double> best_by_force(const Problem& problem);

}  // namespace kanon::test
