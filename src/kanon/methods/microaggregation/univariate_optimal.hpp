// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <memory>

namespace kanon::microaggregation {

/// The least SSE of one attribute, proven: rows in the order of their numbers, cut into runs of k
/// to 2k - 1 rows by a shortest path, whose edges cost what a run loses.
///
/// Hansen, Mukherjee: A polynomial algorithm for optimal univariate microaggregation, TKDE 2003.
/// That runs of the order suffice holds of means that are rounded as they are released, too: for
/// given means rows are best put to them in order, and a rounded mean is the best of all numbers
/// with its digits; so what is proven is the loss of the release itself. For k-anonymity in rows,
/// of one quasi-identifier under `recode: mean`; other attributes would tell the rows of a class
/// apart, and each attribute for itself would keep no promise of all of them together.
///
/// Costs are whole numbers, so that no rounding decides, as long as squares of all rows fit 128
/// bits. Cost O(n log n + n k), about 90 bytes a row. Ties: the run that begins later. A deadline
/// does not stop it; cancelling does. \throws Error{bad_policy} of the task, where it is of another
/// kind.
[[nodiscard]] std::unique_ptr<Method> make_univariate_optimal(const OptionMap& options);

}  // namespace kanon::microaggregation
