// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/clustering/clustering.hpp"
#include "kanon/methods/shared/forest_cut.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// Rows that are alike on all axes: one type of a space, or the parts of one.
struct Site {
    std::vector<std::uint32_t> types;
    std::uint32_t rows = 0;
};

/// The sites of some types. Cost O(types log types).
[[nodiscard]] std::vector<Site> sites_of(const TypeSpace& space, std::vector<std::uint32_t> types);

/// What an edge weighs by the level at which its ends meet: per axis and level; empty for an axis
/// where it weighs what a row loses in a class of both ends.
using LevelWeights = std::vector<std::vector<RowCost>>;

/// Trees of sites.
struct SiteForest {
    std::vector<ForestEdge> edges;
    std::uint64_t weight = 0;                 ///< of all edges
    std::vector<std::uint32_t> tree_of_site;  ///< by a site of it
};

/// Join trees of fewer than k rows with the sites nearest to them until there is none, or the run
/// should stop; see make_aggarwal_generalizing(). \pre the sites have k rows together
/// Cost O(s^2 m log k) for s sites. Same outcome for any thread count.
[[nodiscard]] SiteForest near_forest(ClusterRun& run,
                                     std::span<const Site> sites,
                                     const LevelWeights& weights);

}  // namespace kanon::classes
