// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/matched_pairs.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/solve/matching.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::size_t kMatedAtATime = 64;
constexpr std::uint32_t kNoHost = std::numeric_limits<std::uint32_t>::max();

/// Another row by itself, by its number among these, and what a row of the pair loses.
struct Mate {
    RowCost cost = 0;
    std::uint32_t row = 0;

    friend bool operator<(const Mate& a, const Mate& b) {
        return a.cost != b.cost ? a.cost < b.cost : a.row < b.row;
    }
};

/// What a row by itself may be put together with.
struct Near {
    std::vector<Mate> mates;       ///< the nearest first
    std::uint32_t host = kNoHost;  ///< the class that it may join, by its number among these
    std::int64_t rise = 2 * std::int64_t{TypeSpace::kWhole};  ///< of the loss then; if alone
};

class PairMatching {
public:
    PairMatching(const ClusterRun& run, const std::vector<std::uint32_t>& types)
        : space_(run.space), threads_(run.threads) {
        for (const std::uint32_t type : types) {
            if (space_.rows(type) >= run.least_rows) {
                hosts_.push_back(cluster_of(space_, type));
            } else {
                rows_.push_back(type);
            }
        }
        near_.resize(rows_.size());
    }

    std::vector<Cluster> clusters() {
        parallel_for(
            rows_.size(), kMatedAtATime, threads_, [this](std::size_t begin, std::size_t end) {
                for (auto row = static_cast<std::uint32_t>(begin); row < end; ++row) {
                    near_[row] = near_of(row);
                }
            });
        const CostGraph graph = pairs_and_hosts();
        const std::optional<Matching> matching = least_perfect_matching(graph);
        KANON_CHECK(matching.has_value());  // every row may stay alone
        for (const std::uint32_t edge : matching->edges) {
            put_together(graph.edges[edge]);
        }
        return std::move(hosts_);
    }

private:
    [[nodiscard]] Near near_of(std::uint32_t row) const {
        Near near;
        const Cluster own = cluster_of(space_, rows_[row]);
        for (std::uint32_t other = 0; other < rows_.size(); ++other) {
            if (other != row) {
                offer_mate(own, other, near);
            }
        }
        for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
            offer_host(rows_[row], host, near);
        }
        return near;
    }

    void offer_mate(const Cluster& own, std::uint32_t other, Near& near) const {
        const bool full = near.mates.size() == kMatesOfRow;
        const RowCost enough = full ? near.mates.back().cost : std::numeric_limits<RowCost>::max();
        const Mate mate{.cost = space_.joined_cost(own.cover, rows_[other], enough), .row = other};
        if (mate.cost >= enough) {
            return;
        }
        if (full) {
            near.mates.pop_back();
        }
        near.mates.insert(std::upper_bound(near.mates.begin(), near.mates.end(), mate), mate);
    }

    void offer_host(std::uint32_t type, std::uint32_t host, Near& near) const {
        const Cluster& to = hosts_[host];
        const auto rows = static_cast<std::int64_t>(to.rows + 1);
        const std::int64_t enough = (near.rise + to.loss() + rows - 1) / rows;
        const RowCost cost = space_.joined_cost(to.cover,
                                                type,
                                                static_cast<RowCost>(std::min<std::int64_t>(
                                                    enough, std::numeric_limits<RowCost>::max())));
        const std::int64_t rise = rows * cost - to.loss();
        if (cost < enough && rise < near.rise) {
            near.rise = rise;
            near.host = host;
        }
    }

    /// Rows first, then the copy of each.
    [[nodiscard]] CostGraph pairs_and_hosts() const {
        const auto count = static_cast<std::uint32_t>(rows_.size());
        CostGraph graph{.nodes = 2 * count};
        for (std::uint32_t row = 0; row < count; ++row) {
            for (const Mate& mate : near_[row].mates) {
                graph.edges.push_back({.a = std::min(row, mate.row),
                                       .b = std::max(row, mate.row),
                                       .cost = 2 * std::int64_t{mate.cost}});
            }
        }
        const auto key = [](const CostGraph::Edge& edge) { return std::pair(edge.a, edge.b); };
        std::ranges::sort(graph.edges, {}, key);
        const auto twice = std::unique(
            graph.edges.begin(), graph.edges.end(), [key](const auto& a, const auto& b) {
                return key(a) == key(b);
            });
        graph.edges.erase(twice, graph.edges.end());
        const std::size_t pairs = graph.edges.size();
        for (std::size_t i = 0; i < pairs; ++i) {
            const CostGraph::Edge edge = graph.edges[i];
            graph.edges.push_back({.a = edge.a + count, .b = edge.b + count, .cost = edge.cost});
        }
        for (std::uint32_t row = 0; row < count; ++row) {
            graph.edges.push_back({.a = row, .b = row + count, .cost = 2 * near_[row].rise});
        }
        return graph;
    }

    /// Do what an edge of the matching says, but for those of the copy.
    void put_together(const CostGraph::Edge& edge) {
        if (edge.a >= rows_.size()) {
            return;
        }
        const std::uint32_t type = rows_[edge.a];
        const std::uint32_t host = near_[edge.a].host;
        if (edge.b < rows_.size()) {
            Cluster pair = cluster_of(space_, type);
            add_type(space_, pair, rows_[edge.b]);
            hosts_.push_back(std::move(pair));
        } else if (host == kNoHost) {
            hosts_.push_back(cluster_of(space_, type));
        } else {
            add_type(space_, hosts_[host], type);
        }
    }

    const TypeSpace& space_;
    unsigned threads_;
    std::vector<std::uint32_t> rows_;  ///< types of one row
    std::vector<Cluster> hosts_;       ///< the other types; then all classes
    std::vector<Near> near_;           ///< per row
};

}  // namespace

std::vector<Cluster> match_pairs(ClusterRun& run, const std::vector<std::uint32_t>& types) {
    if (run.should_stop(0)) {
        std::vector<Cluster> alone;
        alone.reserve(types.size());
        for (const std::uint32_t type : types) {
            alone.push_back(cluster_of(run.space, type));
        }
        return alone;
    }
    return PairMatching(run, types).clusters();
}

}  // namespace kanon::classes
