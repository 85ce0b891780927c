// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/partition/star_search.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/methods/shared/forest_cut.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace kanon::cell_suppression {

/// Trees over the row types, each with k rows or more.
struct TypeForest {
    std::vector<ForestEdge> edges;
    StarCost cost = 0;      ///< of the patterns in which the ends of the edges differ, in sum
    bool complete = false;  ///< false: the search was stopped, some trees have fewer rows
};

/// Join the tree that has fewer than k rows and is nearest to another one with it, until there is
/// none; distance: the cost of what two row types differ in. The least cost of a release is no less
/// than that of the forest: a tree of fewer than k rows has none of its rows' (k - 1)-th neighbours
/// nearer than its edge out, and one of its types that has not paid for an edge yet.
///
/// Pairs come in order of distance from the iceberg cube (cells of two rows and more, pattern by
/// pattern), so that no distance is computed and no matrix held. Cost O(p t m) at worst for p
/// patterns; types of trees that have k rows are left out.
[[nodiscard]] TypeForest near_forest(StarSearch& search);

/// The classes of kanon::cut_forest(). Per slot: its class, by numbers from 0. Cost O(t m + n).
[[nodiscard]] std::vector<std::uint32_t> cut_forest(StarSearch& search, const TypeForest& forest);

/// The O(k)-approximation of Aggarwal, Feder, Kenthapadi, Motwani, Panigrahy, Thomas, Zhu:
/// Anonymizing tables, ICDT 2005, as Ciriani et al. 2007, section 5, tell it: a forest of the rows
/// with trees of k rows or more and edges to near rows, cut to at most 3k - 3 rows; each tree is
/// starred where its rows differ. At most 3k - 3 times the least number of stars: no row costs more
/// than its tree, and no forest more than the least release.
///
/// The paper itself was not at hand. Reconstructed: which edge comes next (theirs is any out of a
/// row to one of its k - 1 nearest; here always the shortest, to the same bound) and the cutting.
/// Differs: row types with counts, not rows; trees are cut wherever it can be done, not only when
/// they are too large; weighted attributes; parts that come out starred throughout are placed as
/// approx-cf says. k rows, no other model, no mask.
///
/// Bound: star_bound(). Same outcome for any thread count.
[[nodiscard]] std::unique_ptr<Method> make_aggarwal_forest(const OptionMap& options);

}  // namespace kanon::cell_suppression
