// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/covers/cover.hpp"
#include "kanon/methods/contract/ball_partition.hpp"
#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::cell_suppression {

/// Row types that meyerson-williams takes at most: it holds the distances of all pairs.
inline constexpr std::size_t kMostBallTypes = 2000;

inline constexpr std::array kMeyersonWilliamsOptions{
    OptionSpec{.name = "variant",
               .words = "balls|all-subsets",
               .fallback = "balls",
               .help = "what rows are covered by: rows around a row, or all sets of rows (better "
                       "ratio, 20 rows at most)"},
};

/// The balls S(c, r), the row types within distance r of row type c, that have k rows or more;
/// their cost: r. Distance: the cost of what two row types differ in. By c, then r; types by
/// distance. Cost O(t^2 (m + log t)).
[[nodiscard]] CoverSets balls_of(const TypeDistances& types, std::uint64_t k);
[[nodiscard]] CoverSets balls_of(StarSearch& search);

/// Meyerson & Williams: On the complexity of optimal k-anonymity, PODS 2004, as Park & Shim 2007,
/// section 3.2, tell it: cover the rows greedily by sets of k rows and more and small diameter
/// (always the least diameter per row covered anew), make a partition of the cover, and star each
/// part where its rows differ.
/// - `all-subsets`: all sets of k to 2k - 1 rows; at most 3k (1 + ln 2k) times the least number of
///   stars (Corollary 3.8). For tables of kMostNaiveRows rows.
/// - `balls`: the sets S(c, r), with 2r, which their diameter does not exceed, in place of the
///   diameter. A part of the best partition lies in the ball around any of its rows of its
///   diameter, so the diameters come to twice those of `all-subsets` at most.
///
/// The source itself was not at hand. Reconstructed: the balls and what they are taken to cost; how
/// a cover is reduced to a partition (CONVERT of Park & Shim, who took it from there); when sets of
/// 2k rows and more are split: theirs come from the cover and the ratio has ln m, here a ball
/// counts 2k - 1 uncovered rows at most and is taken by so many at a time, so that the ratio has ln
/// 2k. Differs as approx-cf does: weights, parts starred throughout, no mask, no other model.
///
/// partition_by_balls() makes the sets of `balls` from distances alone.
///
/// Bound: star_bound(). Same outcome for any thread count.
[[nodiscard]] std::unique_ptr<Method> make_meyerson_williams(const OptionMap& options);

}  // namespace kanon::cell_suppression
