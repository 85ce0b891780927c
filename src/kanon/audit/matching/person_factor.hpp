// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/matching/coverage.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::auditing {

/// So many rows of one person, and the nodes of a coverage graph that they are of: as released, and
/// as they were.
struct DrawnPerson {
    Code person = 0;
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::uint64_t rows = 1;
};

/// As short_of_k_factor(), of persons: in the subgraph the k originals of each released row are of
/// k different persons, and so are the k released rows of each original, as drawn. True if there is
/// one; none where it would be too much to look for, or a row has no person.
///
/// A flow over rows of a node and person, and between them a node for each row and person of the
/// other side that it could take more than once; where each person has one row, short_of_k_factor()
/// says it all. The persons of released rows are those of the original rows that stand behind them.
/// Cost: that of min_cost_flow() on as many arcs as there are pairs.
[[nodiscard]] std::optional<bool> has_person_factor(const CoverageGraph& graph,
                                                    std::uint64_t k,
                                                    std::span<const DrawnPerson> persons);

}  // namespace kanon::auditing
