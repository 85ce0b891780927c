// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refinement/cluster_mending.hpp"

#include "kanon/methods/classes/space/alike_covers.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"

#include <algorithm>
#include <utility>

namespace kanon::classes {

bool types_hold(const TypeSpace& space,
                ClassChecker& checker,
                std::uint64_t rows,
                std::span<const std::uint32_t> types) {
    if (checker.rows_decide()) {
        return checker.rows_hold(rows);
    }
    std::vector<std::uint32_t> in_task;
    for (const std::uint32_t type : types) {
        in_task.push_back(space.number_in_task(type));
    }
    const std::span<const std::uint32_t> piece(in_task);
    return checker.holds(rows, {&piece, 1});
}

void ClusterMending::settle(bool quickly) {
    do {
        quickly ? gather_failing() : join_failing();
    } while (merge_alike());
}

std::uint64_t ClusterMending::move_types(std::size_t from) {
    std::vector<std::uint32_t> stay;
    std::vector<std::uint32_t> types = std::exchange(clusters_[from], {}).types;
    std::sort(types.begin(), types.end());
    for (const std::uint32_t type : types) {
        const std::size_t to = place_for(type);
        if (to == kNoCluster) {
            stay.push_back(type);
        } else {
            add_type(space_, clusters_[to], type);
        }
    }
    if (!stay.empty()) {
        clusters_[from] = cluster_of(space_, stay);
    }
    return types.size() - stay.size();
}

bool ClusterMending::starred(const Cluster& cluster) const {
    return starred_throughout(space_.axes(), cluster.cover);
}

void ClusterMending::join_failing() {
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
        std::size_t at = i;
        while (clusters_[at].rows > 0 && !holds(clusters_[at])) {
            const Join join = least_join(space_, clusters_, clusters_[at], at);
            if (join.cluster == kNoCluster) {
                return;
            }
            merge(space_, clusters_[join.cluster], clusters_[at]);
            at = join.cluster;
        }
    }
}

void ClusterMending::gather_failing() {
    std::size_t gathered = kNoCluster;
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
        if (clusters_[i].rows > 0 && !holds(clusters_[i])) {
            gather(gathered, i);
        }
    }
    for (std::size_t i = 0; gathered != kNoCluster && !holds(clusters_[gathered]); ++i) {
        if (i != gathered && clusters_[i].rows > 0) {
            gather(gathered, i);
        }
    }
}

void ClusterMending::gather(std::size_t& gathered, std::size_t cluster) {
    if (gathered == kNoCluster) {
        gathered = cluster;
    } else {
        merge(space_, clusters_[gathered], clusters_[cluster]);
    }
}

/// Readers of the release take classes with the same values for one. False if there are none.
bool ClusterMending::merge_alike() {
    std::vector<std::size_t> numbers;
    std::vector<std::span<const Word>> covers;
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
        if (clusters_[i].rows > 0) {
            numbers.push_back(i);
            covers.emplace_back(clusters_[i].cover);
        }
    }
    const std::vector<std::uint32_t> first = first_alike(space_.axes(), covers, threads_);
    bool any = false;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (first[i] != i) {
            merge(space_, clusters_[numbers[first[i]]], clusters_[numbers[i]]);
            any = true;
        }
    }
    return any;
}

/// The cluster that may take the type and whose loss rises least.
std::size_t ClusterMending::place_for(std::uint32_t type) const {
    const Cluster alone = cluster_of(space_, type);
    std::vector<std::pair<std::int64_t, std::size_t>> places;
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
        if (clusters_[i].rows > 0) {
            const RowCost cost = space_.joined_cost(clusters_[i].cover, type);
            places.emplace_back(
                Cluster::loss(clusters_[i].rows + alone.rows, cost) - clusters_[i].loss(), i);
        }
    }
    std::sort(places.begin(), places.end());
    const auto found = std::find_if(places.begin(), places.end(), [&](const auto& place) {
        Cluster with = clusters_[place.second];
        add_type(space_, with, type);
        return !starred(with) && holds(with);
    });
    return found == places.end() ? kNoCluster : found->second;
}

}  // namespace kanon::classes
