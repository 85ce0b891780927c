// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/nodes/node_evaluator.hpp"
#include "kanon/methods/full_domain/nodes/node_groups.hpp"
#include "kanon/release/recoding/recoding.hpp"

#include <span>

namespace kanon::full_domain {

/// The recoding of a lattice node: every value to its label at the node's level, and every class
/// that fails a model suppressed whole. `base` are groups of the task at a node at or below; they
/// stand for the row types where that is the bottom of all. Cost O(t m) for t row types, m
/// attributes.
[[nodiscard]] GlobalRecoding recode_to_node(NodeEvaluator& evaluator,
                                            const NodeGroups& base,
                                            std::span<const Level> node);

}  // namespace kanon::full_domain
