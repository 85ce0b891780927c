// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/matching/k_factor.hpp"
#include "kanon/base/random.hpp"

#include <cstdint>
#include <vector>

/// Small coverage graphs, and slow answers about them.
namespace kanon::test {

/// Which row of the left may be which row of the right.
using RowGraph = std::vector<std::vector<bool>>;

/// The rows of a graph of nodes, one by one.
[[nodiscard]] RowGraph rows_of(const auditing::CoverageGraph& graph);

/// A graph of up to `most` nodes a side, as many rows on both, in which row i of the left may be
/// row i of the right; `paired` tells how.
struct PairedGraph {
    auditing::CoverageGraph graph;
    std::vector<auditing::PairedNodes> paired;
};

[[nodiscard]] PairedGraph random_paired_graph(Random& random, std::uint32_t most);

/// Whether there are edges such that each row is in k of them, by ways that add one edge at a time.
[[nodiscard]] bool has_k_factor(const RowGraph& graph, std::uint32_t k);

/// Whether some perfect matching pairs two rows, by trying all.
[[nodiscard]] bool is_matchable(const RowGraph& graph, std::uint32_t left, std::uint32_t right);

}  // namespace kanon::test
