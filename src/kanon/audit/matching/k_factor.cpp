// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/k_factor.hpp"

#include "kanon/base/grouped.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kanon::auditing {
namespace {

constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max();

class KFactor {
public:
    KFactor(const CoverageGraph& graph, std::uint64_t k) : graph_(graph), flow_(graph.to.size()) {
        for (const std::uint32_t rows : graph.left_rows) {
            supply_.push_back(k * rows);
        }
        for (const std::uint32_t rows : graph.right_rows) {
            demand_.push_back(k * rows);
        }
    }

    [[nodiscard]] std::optional<ShortNode> run(std::span<const PairedNodes> paired) {
        for (const PairedNodes& pair : paired) {
            const auto edges = graph_.of(pair.left);
            const auto at = std::ranges::lower_bound(edges, pair.right);
            if (at != edges.end() && *at == pair.right) {
                push(pair.left,
                     graph_.starts[pair.left] + static_cast<std::uint64_t>(at - edges.begin()),
                     pair.rows);
            }
        }
        start_greedily();
        if (has_supply()) {
            incoming_ =
                edges_by_right<CoverageEdge>(graph_, [](const CoverageEdge& edge) { return edge; });
            while (has_supply() && reach()) {
                augment();
            }
        }
        return first_short();
    }

private:
    [[nodiscard]] std::uint64_t room(std::uint32_t left, std::uint64_t edge) const {
        const std::uint64_t all =
            std::uint64_t{graph_.left_rows[left]} * graph_.right_rows[graph_.to[edge]];
        return std::min<std::uint64_t>(all, std::numeric_limits<std::uint32_t>::max()) -
               flow_[edge];
    }

    void push(std::uint32_t left, std::uint64_t edge, std::uint64_t amount) {
        const std::uint32_t right = graph_.to[edge];
        amount = std::min({amount, room(left, edge), supply_[left], demand_[right]});
        flow_[edge] += static_cast<std::uint32_t>(amount);
        supply_[left] -= amount;
        demand_[right] -= amount;
    }

    /// Nodes with few edges first: they have the least choice.
    void start_greedily() {
        std::vector<std::uint32_t> order(graph_.left_size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, {}, [this](std::uint32_t left) {
            return graph_.starts[left + 1] - graph_.starts[left];
        });
        for (const std::uint32_t left : order) {
            for (std::uint64_t edge = graph_.starts[left];
                 edge < graph_.starts[left + 1] && supply_[left] > 0;
                 ++edge) {
                push(left, edge, supply_[left]);
            }
        }
    }

    [[nodiscard]] bool has_supply() const {
        return std::ranges::any_of(supply_, [](std::uint64_t left) { return left > 0; });
    }

    /// Number the nodes by how many edges they are away from supply. False if no demand is reached.
    bool reach() {
        level_left_.assign(graph_.left_size(), kUnreached);
        level_right_.assign(graph_.right_size(), kUnreached);
        std::vector<std::uint32_t> lefts;
        for (std::uint32_t left = 0; left < graph_.left_size(); ++left) {
            if (supply_[left] > 0) {
                level_left_[left] = 0;
                lefts.push_back(left);
            }
        }
        bool found = false;
        for (std::uint32_t level = 0; !lefts.empty() && !found; level += 2) {
            const std::vector<std::uint32_t> rights = reach_rights(lefts, level + 1);
            found = std::ranges::any_of(rights,
                                        [this](std::uint32_t right) { return demand_[right] > 0; });
            lefts = reach_lefts(rights, level + 2);
        }
        return found;
    }

    std::vector<std::uint32_t> reach_rights(const std::vector<std::uint32_t>& lefts,
                                            std::uint32_t level) {
        std::vector<std::uint32_t> rights;
        for (const std::uint32_t left : lefts) {
            for (std::uint64_t edge = graph_.starts[left]; edge < graph_.starts[left + 1]; ++edge) {
                const std::uint32_t right = graph_.to[edge];
                if (level_right_[right] == kUnreached && room(left, edge) > 0) {
                    level_right_[right] = level;
                    rights.push_back(right);
                }
            }
        }
        return rights;
    }

    std::vector<std::uint32_t> reach_lefts(const std::vector<std::uint32_t>& rights,
                                           std::uint32_t level) {
        std::vector<std::uint32_t> lefts;
        for (const std::uint32_t right : rights) {
            for (const CoverageEdge& edge : incoming_.of(right)) {
                if (flow_[edge.edge] > 0 && level_left_[edge.left] == kUnreached) {
                    level_left_[edge.left] = level;
                    lefts.push_back(edge.left);
                }
            }
        }
        return lefts;
    }

    /// Push along shortest ways until none is left.
    void augment() {
        next_left_.assign(graph_.starts.begin(), graph_.starts.end() - 1);
        next_right_.assign(incoming_.starts().begin(), incoming_.starts().end() - 1);
        for (std::uint32_t left = 0; left < graph_.left_size(); ++left) {
            while (supply_[left] > 0 && find_way(left)) {
                push_along(left);
            }
        }
    }

    /// A way from a left node to demand; the edges out of left nodes and back from right ones take
    /// turns in way_.
    bool find_way(std::uint32_t from) {
        way_.clear();
        std::uint32_t left = from;
        for (;;) {
            const std::optional<std::uint64_t> out = next_out(left);
            if (!out) {
                if (way_.empty()) {
                    return false;
                }
                const std::uint64_t back = way_.back();  // the edge that led to this node: no way
                way_.pop_back();
                way_.pop_back();
                const std::uint32_t right = graph_.to[back];
                ++next_right_[right];
                left = left_before(from);
                continue;
            }
            const std::uint32_t right = graph_.to[*out];
            if (demand_[right] > 0) {
                way_.push_back(*out);
                return true;
            }
            const std::optional<CoverageEdge> back = next_back(right);
            if (!back) {
                ++next_left_[left];
                continue;
            }
            way_.push_back(*out);
            way_.push_back(back->edge);
            lefts_.push_back(back->left);
            left = back->left;
        }
    }

    /// The left node that the way ends at, after its last two edges were taken away.
    std::uint32_t left_before(std::uint32_t from) {
        lefts_.resize(way_.size() / 2);
        return lefts_.empty() ? from : lefts_.back();
    }

    std::optional<std::uint64_t> next_out(std::uint32_t left) {
        lefts_.resize(way_.size() / 2);
        for (std::uint64_t& edge = next_left_[left]; edge < graph_.starts[left + 1]; ++edge) {
            if (level_right_[graph_.to[edge]] == level_left_[left] + 1 && room(left, edge) > 0) {
                return edge;
            }
        }
        return std::nullopt;
    }

    std::optional<CoverageEdge> next_back(std::uint32_t right) {
        for (std::uint64_t& at = next_right_[right]; at < incoming_.starts()[right + 1]; ++at) {
            const CoverageEdge& edge = incoming_.values()[at];
            if (level_left_[edge.left] == level_right_[right] + 1 && flow_[edge.edge] > 0) {
                return edge;
            }
        }
        return std::nullopt;
    }

    void push_along(std::uint32_t from) {
        std::uint64_t amount = std::min(supply_[from], demand_[graph_.to[way_.back()]]);
        std::uint32_t left = from;
        for (std::size_t i = 0; i < way_.size(); ++i) {
            const bool is_out = i % 2 == 0;
            amount = std::min<std::uint64_t>(amount, is_out ? room(left, way_[i]) : flow_[way_[i]]);
            left = is_out ? left : lefts_[i / 2];
        }
        for (std::size_t i = 0; i < way_.size(); ++i) {
            flow_[way_[i]] += i % 2 == 0 ? static_cast<std::uint32_t>(amount)
                                         : 0U - static_cast<std::uint32_t>(amount);
        }
        supply_[from] -= amount;
        demand_[graph_.to[way_.back()]] -= amount;
    }

    [[nodiscard]] std::optional<ShortNode> first_short() const {
        const auto left = std::ranges::find_if(supply_, [](std::uint64_t of) { return of > 0; });
        if (left != supply_.end()) {
            return ShortNode{.is_left = true,
                             .node = static_cast<std::uint32_t>(left - supply_.begin())};
        }
        const auto right = std::ranges::find_if(demand_, [](std::uint64_t of) { return of > 0; });
        if (right != demand_.end()) {
            return ShortNode{.is_left = false,
                             .node = static_cast<std::uint32_t>(right - demand_.begin())};
        }
        return std::nullopt;
    }

    const CoverageGraph& graph_;
    std::vector<std::uint32_t> flow_;    ///< per edge
    std::vector<std::uint64_t> supply_;  ///< per left node: what it still has to send
    std::vector<std::uint64_t> demand_;
    Grouped<CoverageEdge, std::uint64_t> incoming_;  ///< per right node its edges
    std::vector<std::uint32_t> level_left_;
    std::vector<std::uint32_t> level_right_;
    std::vector<std::uint64_t> next_left_;
    std::vector<std::uint64_t> next_right_;
    std::vector<std::uint64_t> way_;
    std::vector<std::uint32_t> lefts_;  ///< the left node after each pair of edges of the way
};

}  // namespace

std::optional<ShortNode> short_of_k_factor(const CoverageGraph& graph,
                                           std::uint64_t k,
                                           std::span<const PairedNodes> paired) {
    return KFactor(graph, k).run(paired);
}

}  // namespace kanon::auditing
