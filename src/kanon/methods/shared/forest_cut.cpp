// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/shared/forest_cut.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/grouped.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// The trees of a forest, each node with its way to the root, which is one with the most rows.
class RootedForest {
public:
    RootedForest(std::span<const ForestEdge> edges, std::span<const std::uint32_t> rows)
        : parent(rows.size(), kNone) {
        // Each edge from both of its ends, the last edge first.
        const auto end_of = [&](std::size_t item, bool other) {
            const ForestEdge& edge = edges[edges.size() - 1 - item / 2];
            return (item % 2 == 0) != other ? edge.a : edge.b;
        };
        ends_.assign(
            2 * edges.size(),
            rows.size(),
            [&](std::size_t item) { return end_of(item, false); },
            [&](std::size_t item) { return end_of(item, true); });
        std::vector<std::uint32_t> by_rows(rows.size());
        std::iota(by_rows.begin(), by_rows.end(), 0U);
        std::stable_sort(by_rows.begin(), by_rows.end(), [rows](std::uint32_t a, std::uint32_t b) {
            return rows[a] > rows[b];
        });
        std::vector<bool> seen(rows.size(), false);
        for (const std::uint32_t root : by_rows) {
            if (!seen[root]) {
                visit(root, seen);
            }
        }
        std::reverse(order.begin(), order.end());
    }

    std::vector<std::uint32_t> parent;  ///< kNone: a root
    std::vector<std::uint32_t> order;   ///< tree after tree, parents after all that hangs on them

private:
    void visit(std::uint32_t root, std::vector<bool>& seen) {
        seen[root] = true;
        order.push_back(root);
        for (std::size_t at = order.size() - 1; at < order.size(); ++at) {
            const std::uint32_t node = order[at];
            for (const std::uint32_t next : ends_.of(node)) {
                if (!seen[next]) {
                    seen[next] = true;
                    parent[next] = node;
                    order.push_back(next);
                }
            }
        }
    }

    Grouped<> ends_;  ///< per node: its neighbours
};

/// Goes up the trees. A node of k rows or more is a root.
class Cutter {
public:
    Cutter(std::span<const std::uint32_t> rows,
           std::span<const ForestEdge> edges,
           const ForestCutRules& rules,
           const PieceCost& cost)
        : rows_(rows),
          rules_(rules),
          cost_(cost),
          rooted_(edges, rows),
          hanging_(rows.size()),
          beside_(rows.size(), kNone) {}

    std::vector<ForestPiece> cut() {
        for (const std::uint32_t node : rooted_.order) {
            pass(node);
        }
        return std::move(classes_);
    }

private:
    void pass(std::uint32_t node) {
        ForestPiece rest = group(node);
        const std::uint32_t parent = rooted_.parent[node];
        const std::uint64_t own = rows_[node];
        if (rest.rows + own < rules_.k) {
            rest.add(node, own);
            if (parent == kNone) {
                join_beside(rest);
            } else {
                hanging_[parent].push_back(std::move(rest));
            }
            return;
        }
        const std::uint64_t lent = rest.rows == 0 ? 0 : rules_.k - rest.rows;
        if (rules_.share_out && rest.rows > 0 && own >= lent + rules_.k) {
            rest.add(node, lent);
            make_class(std::move(rest), node);
            rest = {};
            rest.add(node, own - lent);
        } else {
            rest.add(node, own);
        }
        make_class(std::move(rest), node);
        if (parent != kNone) {
            beside_[parent] = beside_[node];
        }
    }

    /// Classes of what hangs on a node, without it; what is left over has fewer than k rows.
    ForestPiece group(std::uint32_t node) {
        ForestPiece current;
        for (const ForestPiece& piece : hanging_[node]) {
            current.add(piece);
            if (current.rows >= rules_.k) {
                make_class(std::exchange(current, {}), node);
            }
        }
        hanging_[node] = {};
        return current;
    }

    void make_class(ForestPiece made, std::uint32_t node) {
        beside_[node] = static_cast<std::uint32_t>(classes_.size());
        classes_.push_back(std::move(made));
    }

    /// The rows that are left at a root join the class beside them that they make dearer by least.
    void join_beside(const ForestPiece& rest) {
        std::uint32_t best = kNone;
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
        for (const ForestPiece::Part& part : rest.parts) {
            const std::uint32_t beside = beside_[part.node];
            if (beside == kNone) {
                continue;
            }
            ForestPiece joined = classes_[beside];
            joined.add(rest);
            const std::uint64_t more = cost_(joined) - cost_(classes_[beside]);
            if (more < least) {
                least = more;
                best = beside;
            }
        }
        KANON_CHECK(best != kNone);  // its tree has k rows, so some class was cut from it
        classes_[best].add(rest);
    }

    std::span<const std::uint32_t> rows_;
    ForestCutRules rules_;
    const PieceCost& cost_;
    RootedForest rooted_;
    std::vector<std::vector<ForestPiece>> hanging_;  ///< per node
    std::vector<std::uint32_t> beside_;  ///< per node: a class that was cut off next to it
    std::vector<ForestPiece> classes_;
};

}  // namespace

void ForestPiece::add(std::uint32_t node, std::uint64_t of_node) {
    parts.push_back({.node = node, .rows = static_cast<std::uint32_t>(of_node)});
    rows += of_node;
}

void ForestPiece::add(const ForestPiece& other) {
    parts.insert(parts.end(), other.parts.begin(), other.parts.end());
    rows += other.rows;
}

std::vector<ForestPiece> cut_forest(std::span<const std::uint32_t> rows,
                                    std::span<const ForestEdge> edges,
                                    const ForestCutRules& rules,
                                    const PieceCost& cost) {
    return Cutter(rows, edges, rules, cost).cut();
}

}  // namespace kanon
