// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/aggarwal_generalizing.hpp"

#include "kanon/methods/classes/clustering/near_forest.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace kanon::classes {
namespace {

LevelWeights level_weights(const Task& task, const TypeSpace& space) {
    LevelWeights out(space.size());
    for (std::size_t axis = 0; axis < space.size(); ++axis) {
        if (space.axes()[axis].by_range() || space.axes()[axis].by_set()) {
            continue;
        }
        const QuasiIdentifier& attribute = task.quasi_identifiers[axis];
        const auto height = static_cast<double>(std::max<Level>(attribute.hierarchy.height(), 1));
        for (unsigned level = 0; level <= attribute.hierarchy.height(); ++level) {
            out[axis].push_back(
                space.as_cost(attribute.weight * static_cast<double>(level) / height));
        }
    }
    return out;
}

/// What the rows of a class cost that is made of these sites.
std::uint64_t piece_cost(const TypeSpace& space,
                         std::span<const Site> sites,
                         const ForestPiece& piece) {
    std::vector<std::uint32_t> types;
    types.reserve(piece.parts.size());
    for (const ForestPiece::Part& part : piece.parts) {
        types.push_back(sites[part.node].types.front());
    }
    return piece.rows * cluster_of(space, types).cost;
}

/// Clusters of the types that stand for so many rows of each site. Of a site that is shared out,
/// types of one row come first.
std::vector<Cluster> clusters_of(const TypeSpace& space,
                                 std::span<const Site> sites,
                                 std::span<const ForestPiece> pieces) {
    std::vector<Cluster> out;
    std::vector<std::size_t> next(sites.size(), 0);
    for (const ForestPiece& piece : pieces) {
        std::vector<std::uint32_t> types;
        for (const ForestPiece::Part& part : piece.parts) {
            for (std::uint32_t rows = 0; rows < part.rows;) {
                const std::uint32_t type = sites[part.node].types[next[part.node]++];
                types.push_back(type);
                rows += space.rows(type);
            }
        }
        out.push_back(cluster_of(space, types));
    }
    return out;
}

std::vector<Cluster> trees_of(const TypeSpace& space,
                              std::span<const Site> sites,
                              const SiteForest& forest) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> types_of_tree;
    for (std::size_t site = 0; site < sites.size(); ++site) {
        std::vector<std::uint32_t>& types = types_of_tree[forest.tree_of_site[site]];
        types.insert(types.end(), sites[site].types.begin(), sites[site].types.end());
    }
    std::vector<Cluster> out;
    out.reserve(types_of_tree.size());
    for (const auto& [tree, types] : types_of_tree) {
        out.push_back(cluster_of(space, types));
    }
    return out;
}

class AggarwalGeneralizing final : public Method {
public:
    explicit AggarwalGeneralizing(bool by_levels) : by_levels_(by_levels) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const bool share_out = task.tracked.empty();
        const auto cluster_types = [&](ClusterRun& run, std::vector<std::uint32_t> types) {
            const TypeSpace& space = run.space;
            const std::vector<Site> sites = sites_of(space, std::move(types));
            const LevelWeights weights =
                by_levels_ ? level_weights(task, space) : LevelWeights(space.size());
            const SiteForest forest = near_forest(run, sites, weights);
            if (run.stopped()) {
                return trees_of(space, sites, forest);
            }
            std::vector<std::uint32_t> rows;
            rows.reserve(sites.size());
            for (const Site& site : sites) {
                rows.push_back(site.rows);
            }
            const std::vector<ForestPiece> pieces = cut_forest(
                rows,
                forest.edges,
                {.k = run.least_rows, .share_out = share_out},
                [&](const ForestPiece& piece) { return piece_cost(space, sites, piece); });
            return clusters_of(space, sites, pieces);
        };
        return clustered_outcome(task, ClusterUnit::rows, cluster_types, context);
    }

private:
    bool by_levels_;
};

}  // namespace

std::unique_ptr<Method> make_aggarwal_generalizing(const OptionMap& options) {
    return std::make_unique<AggarwalGeneralizing>(
        word_option(options, kAggarwalGeneralizingOptions[0]) == "levels");
}

}  // namespace kanon::classes
