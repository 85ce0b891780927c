// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::classes {

/// Strict multidimensional local recoding: start from one class of all rows and divide each class
/// along the attribute that loses most, as long as every part keeps every privacy model.
///
/// LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional k-Anonymity, ICDE 2006, sections 3-4.
/// As there, an attribute recoded by ranges is cut at the median of the rows, all rows with one
/// value on one side, and the attribute of the widest normalized extent comes first (here: NCP,
/// or LM where that is the objective, of what the class would be released as, times the attribute's
/// weight; ties by their order); the next ones are tried if it cannot be divided. Differs:
/// - it divides row types, never rows, and asks any privacy model, not k-anonymity alone;
/// - the median goes to the side that makes the parts more even; the other cut is tried next;
/// - missing values of a range attribute are first split off; if they cannot be, they sort above
///   every number and their class is released as `*`;
/// - a hierarchy is split into the children of the class's label. Children that do not hold are
///   pooled in a class that keeps the label; the smallest others join until the pool holds;
/// - an attribute recoded by sets is divided in two: its most frequent values in the class up to
///   half of the rows, but no more than a set may have, and the others;
/// - a class is released by its own least and greatest values or the lowest label above them, not
///   by the box that was cut for it;
/// - an attribute with bounds on its levels is split by subtree; a greatest level below the top
///   takes the table apart before anything else.
///
/// Rows are suppressed only where a piece taken apart by a greatest level does not hold, or a class
/// comes out starred in every attribute beside others; if such a class cannot be divided, its parts
/// by one attribute that do not hold are suppressed, within the limit, to save the others. Beyond
/// the limit, or with no class left, the outcome is `infeasible`: no top-down division finds a
/// release. If no level is bounded and all models are Monotony::superset, then there is none by
/// labels. Stopped early, classes not yet divided are released as they are: every promise holds.
/// With a node limit the division is in breadth and repeatable.
///
/// Cost: O(t m d) time for t row types, m attributes and depth d, about log2(n / k) on even data;
/// about 12 + 2 m bytes per row type to stay and up to as many again while dividing.
/// Same outcome for any thread count.
/// Bound: see class_loss_bound().
[[nodiscard]] std::unique_ptr<Method> make_mondrian(const OptionMap& options);

}  // namespace kanon::classes
