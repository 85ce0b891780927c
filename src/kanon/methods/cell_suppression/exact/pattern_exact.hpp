// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::cell_suppression {

/// Cells that pattern-exact guesses among at most, in one part of the table.
inline constexpr std::size_t kMostGuessedCells = 100;

/// The least lossy release by values and stars whose rows keep a mask of patterns, proven by going
/// over the sets of its row types.
///
/// Bredereck, Nichterlein, Niedermeier: Pattern-Guided k-Anonymity, Algorithms 6(4), 2013, Theorem
/// 3: guess which output row types are used, then assign the rows to them by a flow of least cost
/// (assign_rows()). Differs:
/// - an output row type is a cell of the mask with k rows, and closed (StarCells), not any
/// instance;
/// - guesses are made one by one. Those still open may take any number of rows, which makes the
///   flow a lower bound: a guess that comes to more than the best release is not followed, and one
///   where every open cell has no rows or enough is done with. Guessed is the cell that lacks the
///   fewest rows, used first. The 2^(tp) sets of the theorem are what is left of this at worst;
/// - parts of the table that no cell connects are guessed apart;
/// - weights of attributes; up to `suppression.max` starred rows besides the classes; rows starred
///   throughout are a class where the policy says so and they are enough.
/// k-anonymity of rows alone. Parts of more cells than kMostGuessedCells are refused.
///
/// Stopped early, or after `node_limit` guesses: the best release so far, pattern-greedy's at
/// worst. Cost O(2^c) flows at worst for c cells. One thread.
[[nodiscard]] std::unique_ptr<Method> make_pattern_exact(const OptionMap& options);

}  // namespace kanon::cell_suppression
