// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::classes {

inline constexpr std::array kRefineOptions{
    OptionSpec{.name = "effort",
               .words = "low|normal|high",
               .fallback = "normal",
               .help = "steps spent where no time limit is set: normal takes about a second for "
                       "30,000 rows"},
};

/// Local recoding that starts from the classes of best-split and changes them for as long as it is
/// let, by simulated annealing: a row type moves to a class near it, or two or three near classes
/// are grouped anew, sometimes in one more or one fewer. Up to eight types are grouped in the best
/// way there is most of the time, and of classes so small four at once. What a change gains is
/// exact, rows times loss of the classes before and after; one for the worse is taken with a
/// probability that falls to nothing, and the best classes of all rounds are kept, so the release
/// never loses more than that of best-split.
///
/// For classes of two rows, where models look at rows alone and pairs of row types times attributes
/// are not above 2^32, the classes of match_pairs() are refined instead (not with the effort low,
/// nor with a deadline that leaves too little time), by a quarter of the cells; on small tables
/// beside the others, and the better of both is taken.
///
/// On small tables (2^27 attributes times pairs of row types) types are also put together as
/// k-member and top-down-greedy do, types whole. Where the better of these loses less than 1.1
/// times what was found, for objectives that count rows less than that, it is refined as well. So
/// the release loses no more than either. With a deadline one search is made, from what loses less.
///
/// Rounds: the classes are laid out by the row type of one member each, and cut into regions of 48
/// classes, which are searched side by side, each by its own random numbers. The attributes are in
/// random order for that, but those come early on which two row types lose most, so that classes of
/// a region are near. So memory stays local, any number of rows can be refined, and the threads
/// change nothing. The longer the search, the hotter it begins. Large tables get eight rounds or
/// fewer: then regions have 64 classes, all orders are alike likely, and with sets no change for
/// the worse is taken that is much of one. Grouping anew is that of k-member
/// (Byun, Kamra, Bertino, Li: Efficient k-Anonymization Using Clustering Techniques, DASFAA 2007)
/// with costs blurred at random; the annealing around it is ours. Rows of one type stay together.
///
/// Models that look at values are asked before a change is kept. Classes that are suppressed at
/// first stay suppressed. Early stops: with a deadline the search cools until then, but for an
/// eighth of the time that the bound has, and ends `timed_out`, which is not repeatable; a node
/// limit stops best-split alone.
///
/// Cost: best-split, on small tables k-member and top-down-greedy; then, once or twice, O(t m)
/// times a constant by the effort (500, 3,000 or 30,000 cells for each row type and attribute, but
/// of large tables 100 or, of
/// more than 131,072 row types, 50, and 2^27, 2^29 or 2^32 for all; of small ones 0, 2^28 or 2^31
/// for all at least, below 8,192 cells less), or until the deadline. Memory O(t m). Bound: see
/// class_loss_bound().
[[nodiscard]] std::unique_ptr<Method> make_refine(const OptionMap& options);

/// The effort that refine_classes() takes where the option `effort` has this word: cells of classes
/// for a table of this size. \pre it is one of the words
[[nodiscard]] std::uint64_t refinement_cells(std::string_view effort, const Task& task);

}  // namespace kanon::classes
