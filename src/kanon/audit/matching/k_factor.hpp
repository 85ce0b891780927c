// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/matching/coverage.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::auditing {

/// A node whose rows go short in every choice of edges that is as large as can be.
struct ShortNode {
    bool is_left = true;
    std::uint32_t node = 0;
};

/// Whether the rows of a coverage graph have a k-regular spanning subgraph: edges such that each
/// row of either side is in k of them. Then these are k perfect matchings that share no edge
/// (Koenig), so that each lies in a perfect matching. None: it has one.
///
/// A greatest flow of k from each row, at most one along each pair of rows; rows of a node may
/// share evenly what goes to it, so that a flow between nodes says it all. It starts from the
/// `paired` nodes, goes on greedily, and ends by Dinic's algorithm, written for this graph: a
/// library's would list every edge as an object. Cost O(edges) a phase, few phases in practice; 8
/// bytes an edge. The same whatever the number of threads.
/// \pre as many left rows as right ones; `paired` edges are edges, each node's rows at most
[[nodiscard]] std::optional<ShortNode> short_of_k_factor(const CoverageGraph& graph,
                                                         std::uint64_t k,
                                                         std::span<const PairedNodes> paired);

}  // namespace kanon::auditing
