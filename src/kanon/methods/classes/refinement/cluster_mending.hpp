// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/clustering/clusters.hpp"
#include "kanon/task/class_checker.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// True if a class of these types of a space, which have so many rows, keeps every model.
[[nodiscard]] bool types_hold(const TypeSpace& space,
                              ClassChecker& checker,
                              std::uint64_t rows,
                              std::span<const std::uint32_t> types);

/// Mends clusters that are no classes yet; described at clustered_outcome(). Those that are put
/// into others have no rows then. Borrows all it is made of. \pre the types of all clusters
/// together hold
class ClusterMending {
public:
    ClusterMending(const TypeSpace& space,
                   ClassChecker& checker,
                   std::vector<Cluster>& clusters,
                   unsigned threads = 1)
        : space_(space), checker_(checker), clusters_(clusters), threads_(threads) {}

    /// Put clusters together until all hold, and no two are released alike: those that do not hold
    /// with those where this costs least, or `quickly` with each other.
    void settle(bool quickly);

    /// Move the types of a cluster to others that hold with them and are not starred throughout;
    /// those that find none stay. Returns how many found one.
    std::uint64_t move_types(std::size_t from);

    /// True if the cluster comes out starred in every attribute.
    [[nodiscard]] bool starred(const Cluster& cluster) const;

    [[nodiscard]] bool holds(const Cluster& cluster) const {
        return types_hold(space_, checker_, cluster.rows, cluster.types);
    }

private:
    void join_failing();
    void gather_failing();
    void gather(std::size_t& gathered, std::size_t cluster);
    bool merge_alike();
    [[nodiscard]] std::size_t place_for(std::uint32_t type) const;

    const TypeSpace& space_;
    ClassChecker& checker_;
    std::vector<Cluster>& clusters_;
    unsigned threads_;
};

}  // namespace kanon::classes
