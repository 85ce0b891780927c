// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/near_forest.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/shared/disjoint_sets.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace kanon::classes {
namespace {

constexpr std::size_t kSitesToPoll = 256;  ///< looked at between two looks at the clock
constexpr std::size_t kSitesAtOnce = 16;
constexpr std::size_t kMostListed = 256;  ///< greatest axis whose pairs are listed
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
        : run_(run),
          space_(run.space),
          sites_(sites),
          weights_(weights),
          trees_(sites.size()),
          tables_(run.space.size()) {
        list_weights();
        out_.tree_of_site.resize(sites.size());
        rows_.reserve(sites.size());
        near_.reserve(sites.size());
        for (std::uint32_t site = 0; site < sites.size(); ++site) {
            rows_.push_back(sites[site].rows);
            near_.push_back({.weight = 0, .from = site, .to = site});
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

    [[nodiscard]] RowCost weight_on(std::size_t axis, Place one, Place other) const {
        const Axis& on = space_.axes()[axis];
        return weights_[axis].empty()
                   ? space_.as_cost(on.pair_loss(one, other))
                   : weights_[axis][on.level({std::min(one, other), std::max(one, other)})];
    }

    /// On axes of few values, the weights of all pairs.
    void list_weights() {
        for (std::size_t axis = 0; axis < space_.size(); ++axis) {
            const auto size = static_cast<Place>(space_.axes()[axis].size());
            if (size > kMostListed) {
                continue;
            }
            tables_[axis].resize(std::size_t{size} * size);
            for (Place one = 0; one < size; ++one) {
                for (Place other = 0; other < size; ++other) {
                    tables_[axis][one * size + other] = weight_on(axis, one, other);
                }
            }
        }
    }

    /// What an edge weighs; if that is `enough` or more, perhaps less, but not below `enough`.
    [[nodiscard]] RowCost weight(std::uint32_t a, std::uint32_t b, RowCost enough) const {
        const std::uint32_t one = sites_[a].types.front();
        const std::uint32_t other = sites_[b].types.front();
        RowCost sum = 0;
        for (std::size_t axis = 0; axis < space_.size() && sum < enough; ++axis) {
            const Place place = space_.place(one, axis);
            const Place next = space_.place(other, axis);
            sum += tables_[axis].empty() ? weight_on(axis, place, next)
                                         : tables_[axis][place * space_.axes()[axis].size() + next];
        }
        return sum;
    }

    /// The shortest way out of the tree of a site that begins there, if it weighs no more than
    /// `most`; else none, and the site is known to have no shorter one than is remembered then.
    void look_around(std::uint32_t site, RowCost most) {
        WayOut best{.weight = most, .from = site, .to = site};
        for (std::uint32_t other = 0; other < sites_.size(); ++other) {
            if (out_.tree_of_site[other] != out_.tree_of_site[site]) {
                // One as long as the limit is found too, but only the first of equals.
                const RowCost below = best.to == site && most < kFar ? most + 1 : best.weight;
                const RowCost found = weight(site, other, below);
                if (found < below) {
                    best = {.weight = found, .from = site, .to = other};
                }
            }
        }
        if (best.to == site && most < kFar) {
            best.weight = most + 1;
        }
        near_[site] = best;
    }

    /// The shortest way out of each tree that is too small, the shortest of all first; none once
    /// the run should stop. Ways from one round to the next only get longer, so what is remembered
    /// of a site may tell that its tree has a shorter one.
    std::vector<WayOut> ways_out() {
        std::vector<WayOut> of_tree(sites_.size());
        std::vector<std::uint32_t> asking;
        for (std::uint32_t site = 0; site < sites_.size(); ++site) {
            const std::uint32_t tree = out_.tree_of_site[site];
            if (!is_small(tree)) {
                continue;
            }
            if (out_.tree_of_site[near_[site].to] != tree) {
                of_tree[tree] = std::min(of_tree[tree], near_[site]);
            } else {
                asking.push_back(site);
            }
        }
        std::stable_sort(asking.begin(), asking.end(), [this](std::uint32_t a, std::uint32_t b) {
            return near_[a].weight < near_[b].weight;
        });
        const std::span<const std::uint32_t> all(asking);
        for (std::size_t begin = 0; begin < all.size(); begin += kSitesToPoll) {
            if (run_.should_stop(sites_.size() - all.size())) {
                return {};
            }
            const auto some = all.subspan(begin, std::min(kSitesToPoll, all.size() - begin));
            look_around(some, of_tree);
        }
        std::erase_if(of_tree, [](const WayOut& way) { return way.weight == kFar; });
        std::sort(of_tree.begin(), of_tree.end());
        return of_tree;
    }

    void look_around(std::span<const std::uint32_t> some, std::vector<WayOut>& of_tree) {
        parallel_for(some.size(), kSitesAtOnce, run_.threads, [&](std::size_t i, std::size_t end) {
            for (; i < end; ++i) {
                const RowCost most = of_tree[out_.tree_of_site[some[i]]].weight;
                if (near_[some[i]].weight <= most) {
                    look_around(some[i], most);
                }
            }
        });
        for (const std::uint32_t site : some) {
            const std::uint32_t tree = out_.tree_of_site[site];
            if (out_.tree_of_site[near_[site].to] != tree) {
                of_tree[tree] = std::min(of_tree[tree], near_[site]);
            }
        }
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
    std::vector<std::vector<RowCost>> tables_;  ///< per axis: place * size + place; or empty
    std::vector<std::uint64_t> rows_;           ///< per tree
    /// Per site: the shortest way out of its tree from there; if that leads back into the tree,
    /// none is shorter.
    std::vector<WayOut> near_;
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
