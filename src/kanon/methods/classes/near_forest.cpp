// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/near_forest.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/shared/disjoint_sets.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace kanon::classes {
namespace {

constexpr std::size_t kSitesToPoll = 256;  ///< looked at between two looks at the clock
constexpr std::size_t kSitesAtOnce = 16;
constexpr RowCost kFar = std::numeric_limits<RowCost>::max();

/// A way out of a tree.
struct WayOut {
    RowCost weight = kFar;
    std::uint32_t from = 0;
    std::uint32_t to = 0;

    friend bool operator<(const WayOut& a, const WayOut& b) {
        return std::tie(a.weight, a.from, a.to) < std::tie(b.weight, b.from, b.to);
    }
};

class ForestGrowth {
public:
    ForestGrowth(ClusterRun& run, std::span<const Site> sites, const LevelWeights& weights)
        : run_(run), space_(run.space), sites_(sites), weights_(weights), trees_(sites.size()) {
        out_.tree_of_site.resize(sites.size());
        rows_.reserve(sites.size());
        for (const Site& site : sites) {
            rows_.push_back(site.rows);
        }
    }

    SiteForest grow() {
        while (!run_.stopped()) {
            number_trees();
            const std::vector<WayOut> ways = ways_out();
            if (ways.empty()) {
                break;
            }
            for (const WayOut& way : ways) {
                join(way);
            }
        }
        number_trees();
        return std::move(out_);
    }

private:
    [[nodiscard]] bool is_small(std::uint32_t tree) const { return rows_[tree] < run_.least_rows; }

    void number_trees() {
        for (std::uint32_t site = 0; site < sites_.size(); ++site) {
            out_.tree_of_site[site] = trees_.find(site);
        }
    }

    /// What an edge weighs; if that is `enough` or more, perhaps less, but not below `enough`.
    [[nodiscard]] RowCost weight(std::uint32_t a, std::uint32_t b, RowCost enough) const {
        const std::uint32_t one = sites_[a].types.front();
        const std::uint32_t other = sites_[b].types.front();
        RowCost sum = 0;
        for (std::size_t axis = 0; axis < space_.size() && sum < enough; ++axis) {
            const Place place = space_.place(one, axis);
            const Extent both = TypeSpace::joined(Extent{place, place}, space_.place(other, axis));
            sum += weights_[axis].empty() ? space_.cost(axis, both)
                                          : weights_[axis][space_.axes()[axis].level(both)];
        }
        return sum;
    }

    [[nodiscard]] WayOut way_out(std::uint32_t site) const {
        WayOut best{.from = site};
        for (std::uint32_t other = 0; other < sites_.size(); ++other) {
            if (out_.tree_of_site[other] != out_.tree_of_site[site]) {
                const RowCost found = weight(site, other, best.weight);
                if (found < best.weight) {
                    best = {.weight = found, .from = site, .to = other};
                }
            }
        }
        return best;
    }

    /// The shortest way out of each tree that is too small, the shortest of all first; none once
    /// the run should stop.
    std::vector<WayOut> ways_out() {
        std::vector<std::uint32_t> asking;
        for (std::uint32_t site = 0; site < sites_.size(); ++site) {
            if (is_small(out_.tree_of_site[site])) {
                asking.push_back(site);
            }
        }
        std::vector<WayOut> of_tree(sites_.size());
        std::vector<WayOut> found(kSitesToPoll);
        for (std::size_t begin = 0; begin < asking.size(); begin += kSitesToPoll) {
            if (run_.should_stop(sites_.size() - asking.size())) {
                return {};
            }
            const std::size_t count = std::min(kSitesToPoll, asking.size() - begin);
            parallel_for(count, kSitesAtOnce, run_.threads, [&](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last; ++i) {
                    found[i] = way_out(asking[begin + i]);
                }
            });
            for (std::size_t i = 0; i < count; ++i) {
                WayOut& best = of_tree[out_.tree_of_site[asking[begin + i]]];
                best = std::min(best, found[i]);
            }
        }
        std::erase_if(of_tree, [](const WayOut& way) { return way.weight == kFar; });
        std::sort(of_tree.begin(), of_tree.end());
        return of_tree;
    }

    void join(const WayOut& way) {
        const std::uint32_t tree = trees_.find(way.from);
        const std::uint32_t other = trees_.find(way.to);
        if (tree == other || !is_small(tree)) {
            return;
        }
        out_.edges.push_back({.a = way.from, .b = way.to});
        out_.weight += way.weight;
        trees_.join(tree, other);
        rows_[trees_.find(tree)] = rows_[tree] + rows_[other];
    }

    ClusterRun& run_;
    const TypeSpace& space_;
    std::span<const Site> sites_;
    const LevelWeights& weights_;
    DisjointSets trees_;
    std::vector<std::uint64_t> rows_;  ///< per tree
    SiteForest out_;
};

}  // namespace

std::vector<Site> sites_of(const TypeSpace& space, std::vector<std::uint32_t> types) {
    std::sort(types.begin(), types.end());
    std::vector<Site> out;
    for (const std::uint32_t type : types) {
        if (out.empty() ||
            space.number_in_task(out.back().types.front()) != space.number_in_task(type)) {
            out.emplace_back();
        }
        out.back().types.push_back(type);
        out.back().rows += space.rows(type);
    }
    return out;
}

SiteForest near_forest(ClusterRun& run, std::span<const Site> sites, const LevelWeights& weights) {
    return ForestGrowth(run, sites, weights).grow();
}

}  // namespace kanon::classes
