// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/parts/level_tables.hpp"
#include "kanon/methods/parts/ordered_domain.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/recoding.hpp"

#include <span>
#include <vector>

namespace kanon {

/// The recoding of one attribute to a level of its hierarchy; released values are its labels, in
/// their order. Cost O(values).
[[nodiscard]] GlobalRecoding::Attribute recode_to_level(const Hierarchy& hierarchy, Level level);

/// The recoding of a lattice node: every value to its label at the node's level, and every class
/// that fails a model suppressed whole. Cost O(t m) for t row types, m attributes.
[[nodiscard]] GlobalRecoding recode_to_node(const Problem& problem,
                                            const LevelTables& tables,
                                            std::span<const Level> node);

/// The recoding by one cut per attribute: every value to the value of its part, and the marked row
/// types suppressed. Released values are the parts, in their order. Cost O(values * levels).
[[nodiscard]] GlobalRecoding recode_to_parts(std::span<const OrderedDomain> domains,
                                             std::span<const DomainCut> cuts,
                                             std::vector<bool> suppressed);

}  // namespace kanon
