// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/type_space.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon::classes {

/// Row types put together: a class in the making.
struct Cluster {
    std::vector<std::uint32_t> types;
    std::vector<Word> cover;  ///< as the space lays it out
    std::uint64_t rows = 0;
    RowCost cost = 0;  ///< of each row

    /// What its rows lose together. With as many rows as types can count it does not overflow.
    [[nodiscard]] std::int64_t loss() const { return loss(rows, cost); }

    [[nodiscard]] static std::int64_t loss(std::uint64_t rows, RowCost cost) {
        return static_cast<std::int64_t>(rows * cost);
    }
};

[[nodiscard]] Cluster cluster_of(const TypeSpace& space, std::uint32_t type);

/// \pre at least one type
[[nodiscard]] Cluster cluster_of(const TypeSpace& space, std::span<const std::uint32_t> types);

void add_type(const TypeSpace& space, Cluster& cluster, std::uint32_t type);

/// Put all of `from` into `into`; `from` has no types and no rows then.
void merge(const TypeSpace& space, Cluster& into, Cluster& from);

inline constexpr std::size_t kNoCluster = std::numeric_limits<std::size_t>::max();

/// A cluster to join, and what the loss of both rises by then.
struct Join {
    std::size_t cluster = kNoCluster;
    std::int64_t rise = std::numeric_limits<std::int64_t>::max();
};

/// The cluster with which the loss of both rises least, the first of equals. Clusters without rows
/// and number `itself` are left out. Cost O(c m) for c clusters at worst.
[[nodiscard]] Join least_join(const TypeSpace& space,
                              const std::vector<Cluster>& clusters,
                              const Cluster& cluster,
                              std::size_t itself = kNoCluster);

}  // namespace kanon::classes
