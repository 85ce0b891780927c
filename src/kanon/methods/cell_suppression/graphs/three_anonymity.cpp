// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/graphs/three_anonymity.hpp"

#include "kanon/base/check.hpp"
#include "kanon/methods/cell_suppression/graphs/row_graph.hpp"
#include "kanon/solve/matching.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace kanon::cell_suppression {
namespace {

using Rows = std::vector<std::uint32_t>;

constexpr std::size_t kLeast = 3;  ///< rows of a piece
constexpr std::size_t kMost = 5;   ///< more rows are two pieces
constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

/// The graph whose perfect matchings are the 2-factors of rows. Row i is the nodes 2 i and 2 i + 1;
/// each edge between rows has a node for either end. These are partners if the edge is not in the
/// factor, else each is the partner of a node of its row.
CostGraph cycle_graph(const RowGraph& rows) {
    const auto n = static_cast<std::uint32_t>(rows.size());
    CostGraph out{.nodes = 2 * n};
    for (std::uint32_t a = 0; a < n; ++a) {
        for (std::uint32_t b = a + 1; b < n; ++b) {
            const std::uint32_t at_a = out.nodes;
            const std::uint32_t at_b = out.nodes + 1;
            out.nodes += 2;
            out.edges.push_back({.a = at_a, .b = at_b});
            for (const std::uint32_t copy : {0U, 1U}) {
                out.edges.push_back({.a = 2 * a + copy, .b = at_a, .cost = rows.cost(a, b)});
                out.edges.push_back({.a = 2 * b + copy, .b = at_b});
            }
        }
    }
    return out;
}

/// Each row's two neighbours in a 2-factor of least weight. \pre three rows or more
std::vector<std::array<std::uint32_t, 2>> neighbours(const RowGraph& rows) {
    const CostGraph graph = cycle_graph(rows);
    const std::optional<Matching> matching = least_perfect_matching(graph);
    KANON_CHECK(matching.has_value());
    std::vector<bool> unused(graph.nodes, false);
    for (const std::uint32_t index : matching->edges) {
        const CostGraph::Edge& edge = graph.edges[index];
        if (edge.a >= 2 * rows.size()) {
            unused[edge.a] = true;
        }
    }
    std::vector out(rows.size(), std::array{kNoRow, kNoRow});
    std::size_t node = 2 * rows.size();
    for (std::uint32_t a = 0; a < rows.size(); ++a) {
        for (std::uint32_t b = a + 1; b < rows.size(); ++b, node += 2) {
            if (!unused[node]) {
                out[a][out[a][0] == kNoRow ? 0 : 1] = b;
                out[b][out[b][0] == kNoRow ? 0 : 1] = a;
            }
        }
    }
    return out;
}

/// The cycles, each from its first row on.
std::vector<Rows> cycles_of(const std::vector<std::array<std::uint32_t, 2>>& next_to) {
    std::vector<Rows> out;
    std::vector<bool> seen(next_to.size(), false);
    for (std::uint32_t first = 0; first < next_to.size(); ++first) {
        if (seen[first]) {
            continue;
        }
        Rows cycle;
        for (std::uint32_t row = first; row != kNoRow;) {
            seen[row] = true;
            cycle.push_back(row);
            const auto [a, b] = next_to[row];
            row = !seen[a] ? a : !seen[b] ? b : kNoRow;
        }
        out.push_back(std::move(cycle));
    }
    return out;
}

/// The cheapest cuts of a path into pieces, from its first row on.
class PathCut {
public:
    PathCut(const RowGraph& rows, const Rows& path)
        : costs_(path.size() + 1, kNone), last_(path.size() + 1, 0) {
        costs_[0] = 0;
        for (std::size_t end = kLeast; end <= path.size(); ++end) {
            for (std::size_t size = kLeast; size <= std::min(kMost, end); ++size) {
                const StarCost before = costs_[end - size];
                const StarCost cost =
                    before == kNone
                        ? kNone
                        : before + rows.class_cost(std::span(path).subspan(end - size, size));
                if (cost < costs_[end]) {
                    costs_[end] = cost;
                    last_[end] = size;
                }
            }
        }
    }

    [[nodiscard]] StarCost cost() const { return costs_.back(); }

    /// Number the pieces from `piece` on.
    void mark(const Rows& path, std::uint32_t& piece, Rows& piece_of_row) const {
        for (std::size_t end = path.size(); end > 0; end -= last_[end], ++piece) {
            for (std::size_t at = end - last_[end]; at < end; ++at) {
                piece_of_row[path[at]] = piece;
            }
        }
    }

private:
    static constexpr StarCost kNone = std::numeric_limits<StarCost>::max();

    std::vector<StarCost> costs_;    ///< of the first so many rows
    std::vector<std::size_t> last_;  ///< the size of their last piece
};

/// Each row's piece of its cycle. A cut has an end among any kMost edges that follow each other.
Rows pieces_of(const RowGraph& rows, std::vector<Rows> cycles) {
    Rows out(rows.size());
    std::uint32_t piece = 0;
    for (Rows& cycle : cycles) {
        Rows best = cycle;
        StarCost least = PathCut(rows, cycle).cost();
        for (std::size_t turn = 1; turn < std::min(kMost, cycle.size()); ++turn) {
            std::rotate(cycle.begin(), cycle.begin() + 1, cycle.end());
            const StarCost cost = PathCut(rows, cycle).cost();
            if (cost < least) {
                least = cost;
                best = cycle;
            }
        }
        PathCut(rows, best).mark(best, piece, out);
    }
    return out;
}

class ThreeAnonymity final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        require_plain_problem("three-anonymity", task);
        require_rows("three-anonymity", task, kMostCycleRows);
        StarSearch search(task, TieOrder::last, context);
        const RowGraph rows(task, search.costs());
        if (context.should_stop()) {
            return search.stopped();
        }
        std::vector<Rows> cycles = cycles_of(neighbours(rows));
        search.count("cycles", cycles.size());
        return finish_sets(search, rows.slots(), pieces_of(rows, std::move(cycles)));
    }
};

}  // namespace

std::unique_ptr<Method> make_three_anonymity(const OptionMap& /*options*/) {
    return std::make_unique<ThreeAnonymity>();
}

}  // namespace kanon::cell_suppression
