// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/refinement/starred_mending.hpp"

#include "kanon/methods/classes/clustering/clusters.hpp"
#include "kanon/methods/classes/refinement/cluster_mending.hpp"
#include "kanon/methods/classes/space/cover_layout.hpp"
#include "kanon/methods/classes/space/type_space.hpp"
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace kanon::classes {
namespace {

/// Losses on one axis that may be looked at.
constexpr std::uint64_t kMostMended = std::uint64_t{1} << 27U;

/// The classes that are starred throughout, where there are others.
std::vector<std::size_t> starred_classes(const std::vector<Axis>& axes,
                                         const TypePartition& partition) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < partition.class_count() && partition.class_count() > 1; ++i) {
        if (starred_throughout(axes, partition.cover(i))) {
            out.push_back(i);
        }
    }
    return out;
}

/// True if these are too many to be suppressed, and not too many to be moved.
bool is_to_be_mended(const Task& task,
                     const TypePartition& partition,
                     const std::vector<std::size_t>& starred) {
    std::uint64_t rows = 0;
    std::uint64_t types = 0;
    for (const std::size_t i : starred) {
        rows += partition.rows[i];
        types += partition.starts[i + 1] - partition.starts[i];
    }
    return rows > task.suppression_limit &&
           types * partition.class_count() * task.quasi_identifiers.size() <= kMostMended;
}

std::vector<Cluster> clusters_of(const TypeSpace& space, const TypePartition& partition) {
    std::vector<std::uint32_t> in_space(space.type_count());
    for (std::uint32_t type = 0; type < space.type_count(); ++type) {
        in_space[space.number_in_task(type)] = type;
    }
    std::vector<Cluster> out;
    std::vector<std::uint32_t> types;
    for (std::size_t i = 0; i < partition.class_count(); ++i) {
        types.clear();
        for (std::size_t at = partition.starts[i]; at < partition.starts[i + 1]; ++at) {
            types.push_back(in_space[partition.types[at]]);
        }
        std::ranges::sort(types);
        out.push_back(cluster_of(space, types));
    }
    return out;
}

TypePartition partition_of(const TypeSpace& space,
                           const std::vector<Cluster>& clusters,
                           const TypePartition& before) {
    TypePartition out;
    out.cover_words = before.cover_words;
    out.divisions = before.divisions;
    out.stopped = before.stopped;
    out.withheld = before.withheld;
    for (const Cluster& cluster : clusters) {
        if (cluster.rows == 0) {
            continue;
        }
        out.starts.push_back(out.types.size());
        for (const std::uint32_t type : cluster.types) {
            out.types.push_back(space.number_in_task(type));
        }
        out.covers.insert(out.covers.end(), cluster.cover.begin(), cluster.cover.end());
        out.rows.push_back(cluster.rows);
    }
    out.starts.push_back(out.types.size());
    out.failing.assign(out.rows.size(), 0);
    return out;
}

}  // namespace

void mend_starred(const Task& task, const std::vector<Axis>& axes, TypePartition& partition) {
    const std::vector<std::size_t> starred = starred_classes(axes, partition);
    const bool all_hold = std::ranges::count(partition.failing, 1) == 0;
    if (!all_hold || !is_to_be_mended(task, partition, starred)) {
        return;
    }
    const TypeSpace space(task, axes);
    ClassChecker checker(task);
    std::vector<Cluster> clusters = clusters_of(space, partition);
    ClusterMending mending(space, checker, clusters);
    for (const std::size_t i : starred) {
        mending.move_types(i);
    }
    mending.settle(false);
    partition = partition_of(space, clusters, partition);
}

}  // namespace kanon::classes
