// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/graphs/two_factor.hpp"

#include "kanon/base/check.hpp"
#include "kanon/methods/cell_suppression/covers/cover.hpp"
#include "kanon/methods/cell_suppression/graphs/row_graph.hpp"
#include "kanon/solve/matching.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace kanon::cell_suppression {
namespace {

/// The graph whose perfect matchings are the [1,2]-factors of rows: row i is node i, and node n + i
/// where it has a second edge.
CostGraph factor_graph(const RowGraph& rows) {
    const auto n = static_cast<std::uint32_t>(rows.size());
    const std::int64_t share = rows.share_of_ties();
    CostGraph out{.nodes = 2 * n};
    for (std::uint32_t a = 0; a < n; ++a) {
        for (std::uint32_t b = a + 1; b < n; ++b) {
            out.edges.push_back({.a = n + a, .b = n + b});
            if (rows.has_twin(a) && rows.has_twin(b) && !rows.alike(a, b)) {
                continue;
            }
            const std::int64_t cost = rows.cost(a, b) * share + 1;
            out.edges.push_back({.a = a, .b = b, .cost = cost});
            out.edges.push_back({.a = a, .b = n + b, .cost = cost});
            out.edges.push_back({.a = n + a, .b = b, .cost = cost});
        }
    }
    return out;
}

/// The edges of a matching that join rows, the dearest first.
std::vector<CostGraph::Edge> row_edges(const CostGraph& graph, const Matching& matching) {
    const std::uint32_t n = graph.nodes / 2;
    std::vector<CostGraph::Edge> out;
    for (const std::uint32_t index : matching.edges) {
        const CostGraph::Edge& edge = graph.edges[index];
        if (edge.a < n || edge.b < n) {
            out.push_back({.a = edge.a % n, .b = edge.b % n, .cost = edge.cost});
        }
    }
    std::stable_sort(
        out.begin(), out.end(), [](const auto& a, const auto& b) { return a.cost > b.cost; });
    return out;
}

/// Leave out the edges whose ends both have another: parts of two and three rows are left.
void leave_out_spare(std::vector<CostGraph::Edge>& edges, std::size_t n) {
    std::vector<std::uint32_t> degree(n, 0);
    for (const CostGraph::Edge& edge : edges) {
        ++degree[edge.a];
        ++degree[edge.b];
    }
    std::erase_if(edges, [&degree](const CostGraph::Edge& edge) {
        const bool spare = degree[edge.a] > 1 && degree[edge.b] > 1;
        degree[edge.a] -= spare ? 1U : 0U;
        degree[edge.b] -= spare ? 1U : 0U;
        return spare;
    });
}

/// Each row's part: one of its edges joins a row of degree one to one that tells the part.
std::vector<std::uint32_t> parts_of(const std::vector<CostGraph::Edge>& edges, std::size_t n) {
    std::vector<std::uint32_t> out(n);
    std::iota(out.begin(), out.end(), 0U);
    std::vector<std::uint32_t> degree(n, 0);
    for (const CostGraph::Edge& edge : edges) {
        ++degree[edge.a];
        ++degree[edge.b];
    }
    for (const CostGraph::Edge& edge : edges) {
        const bool a_tells = degree[edge.a] > 1;
        (a_tells ? out[edge.b] : out[edge.a]) = a_tells ? edge.a : edge.b;
    }
    return out;
}

class TwoFactor final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        require_plain_problem("two-factor", task);
        require_rows("two-factor", task, kMostFactorRows);
        StarSearch search(task, TieOrder::last, context);
        const RowGraph rows(task, search.costs());
        if (context.should_stop()) {
            return search.stopped();
        }
        const CostGraph graph = factor_graph(rows);
        const std::optional<Matching> matching = least_perfect_matching(graph);
        KANON_CHECK(matching.has_value());
        std::vector<CostGraph::Edge> edges = row_edges(graph, *matching);
        leave_out_spare(edges, rows.size());
        search.count("parts", rows.size() - edges.size());
        return finish_sets(search, rows.slots(), parts_of(edges, rows.size()));
    }
};

}  // namespace

std::unique_ptr<Method> make_two_factor(const OptionMap& /*options*/) {
    return std::make_unique<TwoFactor>();
}

}  // namespace kanon::cell_suppression
