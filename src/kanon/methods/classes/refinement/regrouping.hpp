// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/methods/classes/clustering/clusters.hpp"
#include "kanon/methods/classes/space/type_space.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// Groups a few row types anew: grows one class after the other from a seed by the type that raises
/// its cost least, until it has the rows it needs, and gives what is left to the classes it raises
/// least (k-member of Byun et al. 2007, with what a type costs blurred at random, so that another
/// call groups in another way). One per thread.
class Regrouping {
public:
    Regrouping(const TypeSpace& space, std::uint64_t least_rows)
        : space_(space), least_rows_(least_rows) {}

    /// Group `types` in at most `classes` clusters of least_rows rows and more: their number;
    /// `clusters` may have more entries, of no meaning. 0: there are too few rows. What a type
    /// costs is blurred by up to `blur` times as much. Cost O(types * axes) for each type that is
    /// taken in.
    std::size_t group(std::span<const std::uint32_t> types,
                      std::size_t classes,
                      double blur,
                      Random& random,
                      std::vector<Cluster>& clusters);

    /// Cells worked out so far.
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    void start(std::size_t at, Cluster& cluster);
    void take(std::size_t at, Cluster& cluster);
    void drop(std::size_t at);
    void follow(const Cluster& cluster, std::size_t axis);
    [[nodiscard]] std::size_t least_increase(const Cluster& cluster) const;
    [[nodiscard]] std::size_t farthest() const;
    void give_away(std::vector<Cluster>& clusters, std::size_t count);

    const TypeSpace& space_;
    std::uint64_t least_rows_;
    std::uint64_t work_ = 0;
    // Those left, in any order, and for each what it would cost in the class that grows.
    std::vector<std::uint32_t> left_;
    std::vector<double> blur_;
    std::vector<RowCost> row_cost_;
    std::vector<RowCost> cell_cost_;  ///< axis after axis of each
};

}  // namespace kanon::classes
