// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::cell_suppression {

/// Row types that two-anonymity takes at most.
inline constexpr std::size_t kMostPairedTypes = 500;

/// The least lossy 2-anonymous release by values and stars, with or without a mask of patterns,
/// proven.
///
/// Bredereck, Nichterlein, Niedermeier: Pattern-Guided k-Anonymity, Algorithms 6(4), 2013, Theorem
/// 2: classes of more than three rows may as well be several of two and three, which are hyperedges
/// of Simplex Matching (Anshelevich & Karagiozova, SIAM J. Comput. 40, 2011); so 2-anonymity is
/// polynomial. Differs: that paper is not at hand, and its algorithm was not reconstructed. The
/// partition into pairs and triples is solved exactly by an integer program whose columns are
/// priced in as they are needed (partition_in_pairs_and_triples()), which is not polynomial at
/// worst. Besides:
/// - over row types: a class of small size is the row types of its rows, used any number of times,
///   so rows of one type may be in several classes, and those among themselves cost what the mask
///   asks of every row;
/// - weights of attributes; up to `suppression.max` starred rows besides the classes; rows starred
///   throughout are a class where the policy says so and they are enough.
/// k = 2 and k-anonymity of rows alone. Tables of more row types than kMostPairedTypes are refused.
///
/// Stopped early, without a solver, or where it fails: the best release so far, pattern-greedy's at
/// worst, with the bound that was proven. Cost: O(t^3) time for each round of prices, exponential
/// at worst for the program; O(t^2) memory and the columns. One thread.
[[nodiscard]] std::unique_ptr<Method> make_two_anonymity(const OptionMap& options);

}  // namespace kanon::cell_suppression
