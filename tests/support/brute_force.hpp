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

/// Whether the losses of the field are worked out where the objective is another.
enum class FieldToo : bool { if_objective, always };

/// Judge a node of the lattice from the rows, with nothing shared with any search but the models
/// and the loss of one label.
[[nodiscard]] JudgedNode judge_node(const Problem& problem,
                                    const Node& node,
                                    FieldToo field = FieldToo::if_objective);

/// The least value of the problem's objective over all nodes; none if no node is feasible.
[[nodiscard]] std::optional<double> best_by_force(const Problem& problem);

}  // namespace kanon::test
