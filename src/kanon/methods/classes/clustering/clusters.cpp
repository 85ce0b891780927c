// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/clusters.hpp"

#include <algorithm>

namespace kanon::classes {
namespace {

/// Joined with a cluster of that loss, a row that costs this much rises the loss by `rise` or more.
RowCost enough_for(std::int64_t rise, std::int64_t losses, std::uint64_t rows) {
    constexpr std::int64_t kMostCost = std::numeric_limits<RowCost>::max();
    if (rise >= std::numeric_limits<std::int64_t>::max() - losses) {
        return kMostCost;
    }
    const auto together = static_cast<std::int64_t>(rows);
    return static_cast<RowCost>(std::min(kMostCost, (rise + losses + together - 1) / together));
}

}  // namespace

Cluster cluster_of(const TypeSpace& space, std::uint32_t type) {
    Cluster cluster{.types = {type}, .cover = std::vector<Word>(space.cover_words())};
    space.take_cover(type, cluster.cover);
    cluster.rows = space.rows(type);
    cluster.cost = space.joined_cost(cluster.cover, type);
    return cluster;
}

Cluster cluster_of(const TypeSpace& space, std::span<const std::uint32_t> types) {
    Cluster cluster{.types = {types.begin(), types.end()},
                    .cover = std::vector<Word>(space.cover_words())};
    space.take_cover(types.front(), cluster.cover);
    for (const std::uint32_t type : types) {
        space.widen_cover(cluster.cover, type);
        cluster.rows += space.rows(type);
    }
    cluster.cost = space.joined_cost(cluster.cover, types.front());
    return cluster;
}

void add_type(const TypeSpace& space, Cluster& cluster, std::uint32_t type) {
    cluster.types.push_back(type);
    cluster.rows += space.rows(type);
    cluster.cost = space.widen(cluster.cover, type);
}

void merge(const TypeSpace& space, Cluster& into, Cluster& from) {
    into.types.insert(into.types.end(), from.types.begin(), from.types.end());
    into.rows += from.rows;
    into.cost = space.widen(into.cover, from.cover);
    from = {};
}

Join least_join(const TypeSpace& space,
                const std::vector<Cluster>& clusters,
                const Cluster& cluster,
                std::size_t itself) {
    Join best;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        const Cluster& other = clusters[i];
        if (i == itself || other.rows == 0) {
            continue;
        }
        const std::uint64_t rows = cluster.rows + other.rows;
        const std::int64_t losses = cluster.loss() + other.loss();
        const RowCost cost =
            space.joined_cost(cluster.cover, other.cover, enough_for(best.rise, losses, rows));
        const std::int64_t rise = Cluster::loss(rows, cost) - losses;
        if (rise < best.rise) {
            best = {i, rise};
        }
    }
    return best;
}

}  // namespace kanon::classes
