// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/coverage.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::auditing {

/// As short_of_k_factor(), of persons: in the subgraph the k originals of each released row are of
/// k different persons, and so are the k released rows of each original, as drawn. True if there is
/// one; none where it would be too much to look for, or a row has no person.
///
/// A flow over rows of a node and person, and between them a node for each row and person of the
/// other side that it could take more than once; where each person has one row, short_of_k_factor()
/// says it all. Persons are given per original row by code, those of released rows by the original
/// row that stands behind them; `left_of`: the left node of each original row's released row. Cost:
/// that of min_cost_flow() on as many arcs as there are pairs.
[[nodiscard]] std::optional<bool> has_person_factor(const CoverageGraph& graph,
                                                    std::uint64_t k,
                                                    std::span<const std::uint32_t> left_of,
                                                    std::span<const std::uint32_t> type_of_row,
                                                    std::span<const Code> person_of_row);

}  // namespace kanon::auditing
