// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/lattice/nodes/level_tables.hpp"
#include "kanon/release/recoding.hpp"
#include "kanon/task/task.hpp"

#include <span>

namespace kanon::lattice {

/// The recoding of a lattice node: every value to its label at the node's level, and every class
/// that fails a model suppressed whole. Cost O(t m) for t row types, m attributes.
[[nodiscard]] GlobalRecoding recode_to_node(const Task& task,
                                            const LevelTables& tables,
                                            std::span<const Level> node);

}  // namespace kanon::lattice
