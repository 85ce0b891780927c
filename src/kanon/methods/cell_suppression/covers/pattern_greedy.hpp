// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::cell_suppression {

inline constexpr std::array kPatternGreedyOptions{
    OptionSpec{.name = "tie-order",
               .words = "last|first",
               .fallback = "last",
               .help = "of patterns that cost the same, which come first: those that star later "
                       "attributes, or earlier ones"},
};

/// Cell suppression, pattern by pattern in order of cost: every cell of the pattern whose rows keep
/// the models is a class, and its rows are done with.
///
/// Bredereck, Nichterlein, Niedermeier: Pattern-Guided k-Anonymity, Algorithms 6(4), 2013, section
/// 2.3, Algorithm 1 and Theorem 4: at most m times the least number of stars, and that is tight.
/// Differs:
/// - a class needs k rows (theirs says "more than k", and means at least k) and every other model;
/// - over row types, with cells found by the iceberg cube, not over rows;
/// - without a mask, all patterns; weights of attributes; which of equal patterns is first is an
///   option (by their tables, not their text: `last` for Tables 1-4, `first` for Table 7);
/// - rows that are left over are suppressed only within the limit, else placed: place_leftovers().
///   The bound of Theorem 4 then holds for the rows that were not left over.
///
/// Promises against those who know some attributes are kept set by set: star_sets_greedily().
///
/// Bound: star_bound(). Rows that no pattern can serve, more than may be suppressed, are proof that
/// the outcome is `infeasible`; else that word means that no place was found for rows left over.
/// Stopped early, there is no release. Cost O(p t m) at worst for p patterns. Same outcome for any
/// thread count.
[[nodiscard]] std::unique_ptr<Method> make_pattern_greedy(const OptionMap& options);

}  // namespace kanon::cell_suppression
