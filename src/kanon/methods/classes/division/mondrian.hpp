// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::classes {

inline constexpr std::array kMondrianOptions{
    OptionSpec{.name = "partitioning",
               .words = "strict|relaxed",
               .fallback = "strict",
               .help =
                   "rows that have the median value: all on one side, or on either side so that "
                   "both have as nearly half as can be"},
    OptionSpec{.name = "split-by",
               .words = "widest|entropy|least-loss",
               .fallback = "widest",
               .help = "which attribute divides a class: that which loses most, that on which its "
                       "rows have the greatest entropy, or that after which they lose least"},
    OptionSpec{.name = "ties",
               .words = "least-loss|by-name",
               .fallback = "least-loss",
               .help = "of attributes that come first alike: that after which the rows lose least, "
                       "or the first by name, so that counts of values decide everything"}};

/// Multidimensional local recoding: start from one class of all rows and divide each class
/// along the attribute that loses most, as long as every part keeps every privacy model.
///
/// LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional k-Anonymity, ICDE 2006, sections 3-4.
/// As there, an attribute recoded by ranges is cut at the median of the rows, all rows with one
/// value on one side (`partitioning: strict`), and the attribute of the widest normalized extent
/// comes first (`split-by: widest`; here: NCP, or LM where that is the objective, of what the class
/// would be released as, times the attribute's weight); the next ones are tried if it cannot be
/// divided. Ties go to the division after which the rows lose least (classes of more than 65,536
/// row types do not ask), then to the attribute that is first by name, so that the order of the
/// columns decides nothing. `split-by` may also be
/// - `entropy`: the greatest entropy of the rows first, over the values of a range or a set, or the
///   children of the label;
/// - `least-loss`: the division of every attribute is tried, and that taken after which the rows
///   lose least.
///
/// `ties: by-name` divides classes of any size as large ones are: ties go to the attribute that is
/// first by name, and what a starred part could become is not asked. With `partitioning: strict`
/// and no rows suppressed the marginals of classes then decide everything, see AskedClasses. Not
/// with `split-by: least-loss`, which looks at rows by what it is.
///
/// `partitioning: relaxed`: the row types that have the median value of a range go to either side,
/// in the order of their places on the other attributes, so that both sides come as near to half of
/// the rows as can be. So it can divide where `strict` cannot, classes may overlap on the
/// attribute, and those that come out alike are one. The missing value is never shared out.
///
/// Differs:
/// - it divides row types, never rows, and asks any privacy model, not k-anonymity alone;
/// - the median goes to the side that makes the parts more even; the other cut is tried next;
/// - missing values of a range attribute are first split off; if they cannot be, they sort above
///   every number and their class is released as `*`;
/// - a hierarchy is split into the children of the class's label. Children that do not hold are
///   pooled in a class that keeps the label; the smallest others join until the pool holds;
/// - an attribute recoded by sets is divided in two: its most frequent values in the class up to
///   half of the rows, but no more than a set may have, and the others; where these do not hold,
///   and texts may come out as ranges, in the order of the values, as near to half as holds;
/// - a class is released by its own least and greatest values or the lowest label above them, not
///   by the box that was cut for it;
/// - an attribute with bounds on its levels is split by subtree; a greatest level below the top
///   takes the table apart before anything else.
///
/// Rows are suppressed only where a piece taken apart by a greatest level does not hold, or a class
/// comes out starred in every attribute beside others; if such a class cannot be divided, its parts
/// by one attribute that do not hold are suppressed, within the limit, to save the others. A part
/// that is starred throughout while classes are divided may be divided further, and what is left of
/// it in the end goes to other classes: see divide_by_prospect(). Beyond
/// the limit, or with no class left, the outcome is `infeasible`: no top-down division finds a
/// release. If no level is bounded and all models are Monotony::superset, then there is none by
/// labels. Stopped early, classes not yet divided are released as they are: every promise holds.
/// With a node limit the division is in breadth and repeatable.
///
/// Cost: O(t m d) time for t row types, m attributes and depth d, about log2(n / k) on even data,
/// and m times as much with `least-loss`; about 12 + 2 m bytes per row type to stay and up to as
/// many again while dividing. Same outcome for any thread count. Bound: see class_loss_bound().
[[nodiscard]] std::unique_ptr<Method> make_mondrian(const OptionMap& options);

}  // namespace kanon::classes
