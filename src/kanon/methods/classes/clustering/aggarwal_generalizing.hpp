// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::classes {

inline constexpr std::array kAggarwalGeneralizingOptions{
    OptionSpec{.name = "edges",
               .type = OptionType::word,
               .words = "levels|loss",
               .fallback = "levels",
               .help = "how far rows are from each other: by the least level at which they meet, "
                       "or by what a row loses where they do"}};

/// The O(k)-approximation of Aggarwal, Feder, Kenthapadi, Motwani, Panigrahy, Thomas, Zhu:
/// Approximation algorithms for k-anonymity, 2005, in the generalizing form (CG_), as Ciriani et
/// al. 2007, section 5, tell it: aggarwal-forest with other edges. Rows are joined to trees of k
/// rows or more by edges to near rows; an edge weighs the least level of each attribute at which
/// its ends are the same; trees are cut to at most 3k - 3 rows, and each part is released by its
/// own labels, the lowest that cover it.
///
/// The paper itself was not at hand. Reconstructed, or different:
/// - levels count in parts of the hierarchy's height, times the attribute's weight. `edges: loss`
///   weighs edges by what a row loses in a class of both ends, which may be released by a range;
///   ranges always weigh so;
/// - each round every tree of fewer than k rows looks for its nearest row outside, and takes that
///   edge, nearest first, if it still has fewer than k. So each edge is no longer than the way of
///   one of its rows, and of another one for each edge, to its (k - 1)-th neighbour, and the forest
///   costs no more than the best release: the label over a class is that over some edge of a tree
///   that spans it, and a range no wider than those over its edges together;
/// - rows of one type are one node, whose rows are shared out to several classes as cut_forest()
///   says; not where columns are tracked (models that look at values, a class attribute): there
///   types stay whole;
/// - k is the least number of rows that the models ask of a class; what else follows from models,
///   greatest levels, suppression and early stops is said at clustered_outcome(). Stopped early,
///   the trees are classes as they stand.
/// With `edges: loss`, k-anonymity alone and no tracked column at most 3k - 3 times the least
/// gcp (or lm, where that is the objective), if no class is starred throughout; with `edges:
/// levels` the same of the levels, summed up.
///
/// Cost O(t^2 m log k) at worst: only attributes up to the nearest so far are looked at. Same
/// outcome for any thread count. Bound: see class_loss_bound().
[[nodiscard]] std::unique_ptr<Method> make_aggarwal_generalizing(const OptionMap& options);

}  // namespace kanon::classes
