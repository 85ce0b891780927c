// SPDX-License-Identifier: Apache-2.0
#include "coverage_graphs.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace kanon::test {
namespace {

/// The node of each row.
std::vector<std::uint32_t> nodes_of_rows(const std::vector<std::uint32_t>& rows) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t node = 0; node < rows.size(); ++node) {
        out.insert(out.end(), rows[node], node);
    }
    return out;
}

}  // namespace

RowGraph rows_of(const auditing::CoverageGraph& graph) {
    const std::vector<std::uint32_t> left = nodes_of_rows(graph.left_rows);
    const std::vector<std::uint32_t> right = nodes_of_rows(graph.right_rows);
    RowGraph out(left.size(), std::vector<bool>(right.size()));
    for (std::size_t a = 0; a < left.size(); ++a) {
        for (std::size_t b = 0; b < right.size(); ++b) {
            out[a][b] = std::ranges::binary_search(graph.of(left[a]), right[b]);
        }
    }
    return out;
}

PairedGraph random_paired_graph(Random& random, std::uint32_t most) {
    PairedGraph out;
    const auto draw_rows = [&](std::uint64_t nodes, std::uint64_t rows) {
        std::vector<std::uint32_t> counts(nodes, 1);
        for (std::uint64_t row = nodes; row < rows; ++row) {
            ++counts[random.below(nodes)];
        }
        return counts;
    };
    const std::uint64_t left = 1 + random.below(most);
    const std::uint64_t right = 1 + random.below(most);
    const std::uint64_t rows = std::max(left, right) + random.below(3);
    out.graph.left_rows = draw_rows(left, rows);
    out.graph.right_rows = draw_rows(right, rows);
    std::vector<std::vector<std::uint32_t>> pairs(left, std::vector<std::uint32_t>(right));
    const std::vector<std::uint32_t> left_of = nodes_of_rows(out.graph.left_rows);
    const std::vector<std::uint32_t> right_of = nodes_of_rows(out.graph.right_rows);
    for (std::uint64_t row = 0; row < rows; ++row) {
        ++pairs[left_of[row]][right_of[row]];
    }
    const std::uint64_t density = 1 + random.below(4);
    out.graph.starts.push_back(0);
    for (std::uint32_t a = 0; a < left; ++a) {
        for (std::uint32_t b = 0; b < right; ++b) {
            if (pairs[a][b] > 0) {
                out.paired.push_back({.left = a, .right = b, .rows = pairs[a][b]});
            }
            if (pairs[a][b] > 0 || random.below(5) < density) {
                out.graph.to.push_back(b);
            }
        }
        out.graph.starts.push_back(out.graph.to.size());
    }
    return out;
}

bool has_k_factor(const RowGraph& graph, std::uint32_t k) {
    const std::size_t n = graph.size();
    RowGraph taken(n, std::vector<bool>(n));
    std::vector<std::uint32_t> of_right(n);
    std::vector<bool> seen;
    // A way from a row of the left to one of the right that has room.
    const std::function<bool(std::size_t)> extend = [&](std::size_t a) {
        for (std::size_t b = 0; b < n; ++b) {
            if (!graph[a][b] || taken[a][b] || seen[b]) {
                continue;
            }
            seen[b] = true;
            if (of_right[b] < k) {
                ++of_right[b];
                taken[a][b] = true;
                return true;
            }
            for (std::size_t other = 0; other < n; ++other) {
                if (taken[other][b] && other != a && extend(other)) {
                    taken[other][b] = false;
                    taken[a][b] = true;
                    return true;
                }
            }
        }
        return false;
    };
    for (std::size_t a = 0; a < n; ++a) {
        for (std::uint32_t edge = 0; edge < k; ++edge) {
            seen.assign(n, false);
            if (!extend(a)) {
                return false;
            }
        }
    }
    return true;
}

bool is_matchable(const RowGraph& graph, std::uint32_t left, std::uint32_t right) {
    std::vector<std::uint32_t> order(graph.size());
    std::iota(order.begin(), order.end(), 0U);
    do {
        bool fits = order[left] == right;
        for (std::size_t row = 0; fits && row < order.size(); ++row) {
            fits = graph[row][order[row]];
        }
        if (fits) {
            return true;
        }
    } while (std::next_permutation(order.begin(), order.end()));
    return false;
}

}  // namespace kanon::test
