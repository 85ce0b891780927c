// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace kanon {

/// Joins two nodes of a forest: row types, or others that stand for equal rows.
struct ForestEdge {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// Nodes of a forest, and how many rows of each: a class, or part of one.
struct ForestPiece {
    struct Part {
        std::uint32_t node = 0;
        std::uint32_t rows = 0;
    };

    std::vector<Part> parts{};
    std::uint64_t rows = 0;

    void add(std::uint32_t node, std::uint64_t of_node);
    void add(const ForestPiece& other);
};

/// What a piece costs as a class, all its rows together.
using PieceCost = std::function<std::uint64_t(const ForestPiece& piece)>;

struct ForestCutRules {
    std::uint64_t k = 1;    ///< rows that a class needs
    bool share_out = true;  ///< the rows of a node may be in several classes
};

/// Cut trees of k rows and more where k rows are on both sides, and share out what hangs on one
/// node (which then links rows of other classes without being in them). Up the trees: what hangs on
/// a node and has k rows becomes classes, fewer rows go on to its parent, and those left at a root
/// join the class beside them that they make dearer by least.
///
/// A class has at most 3k - 3 rows, or rows of one node only (where a node's rows are not shared
/// out: or at most k - 1 and those of a node), and costs each of its rows at most the edges that it
/// was cut with, where costs are such that a set of linked rows costs no more than its links; no
/// edge counts for two. `rows`: of each node. \pre two nodes of k rows or more are never in one
/// tree. Cost O(nodes + parts), and two costs for each class beside a root.
[[nodiscard]] std::vector<ForestPiece> cut_forest(std::span<const std::uint32_t> rows,
                                                  std::span<const ForestEdge> edges,
                                                  const ForestCutRules& rules,
                                                  const PieceCost& cost);

}  // namespace kanon
