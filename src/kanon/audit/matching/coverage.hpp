// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/base/grouped.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::auditing {

/// Which released rows may stand for which original ones, by kinds of them: a left node is the rows
/// released alike, a right node the original rows of one row type. Whatever joins two nodes joins
/// all of their rows.
struct CoverageGraph {
    std::vector<std::uint32_t> left_rows;   ///< of each left node
    std::vector<std::uint32_t> right_rows;  ///< of each right node
    std::vector<std::uint64_t> starts;      ///< left nodes + 1
    std::vector<std::uint32_t> to;          ///< right nodes, ascending for each left one
    bool is_whole = true;  ///< else there are more edges: of nodes with many some were taken

    [[nodiscard]] std::size_t left_size() const { return left_rows.size(); }

    [[nodiscard]] std::size_t right_size() const { return right_rows.size(); }

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t left) const {
        return std::span(to).subspan(starts[left], starts[left + 1] - starts[left]);
    }
};

/// An edge of a graph: its left node, and its place in `to`.
struct CoverageEdge {
    std::uint32_t left = 0;
    std::uint32_t edge = 0;
};

/// What `value_of` makes of the edges of each right node, in the order of the left ones.
template <class Value, class ValueOf>
[[nodiscard]] Grouped<Value, std::uint64_t> edges_by_right(const CoverageGraph& graph,
                                                           const ValueOf& value_of) {
    Grouped<Value, std::uint64_t> out;
    CoverageEdge at;
    out.assign(
        graph.to.size(),
        graph.right_size(),
        [&](std::size_t edge) { return graph.to[edge]; },
        [&](std::size_t edge) {
            while (edge >= graph.starts[at.left + std::size_t{1}]) {
                ++at.left;
            }
            at.edge = static_cast<std::uint32_t>(edge);
            return value_of(at);
        });
    return out;
}

/// So many rows of a left node are paired with rows of a right one.
struct PairedNodes {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::uint32_t rows = 0;
};

/// Left nodes are the classes of the release (rows released alike), and behind them, if rows are
/// left out, one node of those, which may stand for all; so may suppressed rows. Right nodes are
/// the row types of the originals. Found by a tree over the row types.
///
/// Where there are more than `most_edges` edges, nodes with more than their share of these keep so
/// many, evenly spaced, those to the row types that they are paired with among them. Cost O(edges
/// m) and what the tree prunes badly; memory 4 bytes an edge. Same result for any thread count.
/// \pre the release has every quasi-identifier
[[nodiscard]] CoverageGraph find_coverage(const Evidence& evidence,
                                          const TypedRows& originals,
                                          std::span<const PairedNodes> paired,
                                          std::uint64_t most_edges);

}  // namespace kanon::auditing
