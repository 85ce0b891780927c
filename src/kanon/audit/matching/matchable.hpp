// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/matching/k_factor.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::auditing {

/// Which nodes of a coverage graph have rows that some perfect matching pairs: an edge joins such
/// rows if and only if both ends have one number here.
struct MatchableParts {
    std::vector<std::uint32_t> of_left;
    std::vector<std::uint32_t> of_right;
};

/// Tassa (Finding all maximally-matchable edges in a bipartite graph, Theoretical Computer Science
/// 2012): given a perfect matching, an edge lies in one if it lies on a cycle whose other edges
/// alternate, so if both ends are in one strongly connected component of the graph whose edges lead
/// right, and back along the matching. Rows of a node are alike, so nodes do for them.
/// Cost O(edges + nodes). \pre `paired` is a perfect matching of all rows
[[nodiscard]] MatchableParts find_matchable(const CoverageGraph& graph,
                                            std::span<const PairedNodes> paired);

}  // namespace kanon::auditing
