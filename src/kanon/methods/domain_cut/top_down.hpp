// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::domain_cut {

/// Top-down specialization: begin fully general and specialize, one value of a cut at a time, what
/// tells most of the class attribute for the least loss of anonymity.
///
/// Fung, Wang, Yu: Top-down specialization for information and privacy preservation, ICDE 2005
/// (TDS). Every attribute has a cut of its domain, at first the most general one. A specialization
/// replaces a value v of a cut by its children; it is valid if the promises hold afterwards, and
/// beneficial if rows of more than one class label have v. The best valid and beneficial one by
///     Score(v) = InfoGain(v) / AnonyLoss(v), or InfoGain(v) where AnonyLoss(v) is 0
/// is carried out, until there is none. InfoGain is that of the class labels over the rows with v;
/// AnonyLoss is what the size of the smallest class falls by. Numbers without a given hierarchy are
/// divided in two at a threshold, of the greatest InfoGain. Equal scores: the first attribute, then
/// the lowest value. As in the paper's TIPS, values are linked to their groups (CutGroups), and a
/// specialization touches no row but those of its value.
///
/// The source was not at hand; reconstructed from its definitions and its example of 34 rows, as
/// known. How this differs from it:
/// - One anonymity requirement over all quasi-identifiers, so AnonyLoss is not a mean of several.
/// - Any privacy model may be asked for. Up to the suppression limit of rows may stand in groups
///   that fail a model, and are suppressed; AnonyLoss looks at the groups that hold. InfoGain is
///   over all rows, suppressed or not.
/// - Of the thresholds that are valid the best is taken; the paper takes the best of all, and
/// leaves
///   the range whole if that one is not valid.
/// - Where the most general cut is no release, because a model fails that smaller classes may keep
///   (not Monotony::superset), the specializations that leave the fewest failing rows are carried
///   out until the promises hold.
///
/// Needs a class attribute. Heuristic; the task's objective is reported, not pursued.
/// `infeasible` is proven where all models are Monotony::superset. Stopped early, the release of
/// the last specialization is returned; a node of the node limit is one specialization. One thread.
/// Cost O(t m) for the first step; then, per specialization, O(m) per row type of the value, O(m)
/// per group and O(s log s) for a value of s row types whose threshold is no longer valid. Memory
/// O(t m + values * labels).
[[nodiscard]] std::unique_ptr<Method> make_top_down(const OptionMap& options);

}  // namespace kanon::domain_cut
