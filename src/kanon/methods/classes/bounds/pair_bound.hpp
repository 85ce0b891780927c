// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <vector>

namespace kanon::classes {

/// What pair_bound() may cost in steps, for all row types together: losses on one axis.
inline constexpr std::uint64_t kPairEffort = std::uint64_t{1} << 29U;

/// A sum of weighted losses over all rows that no recoding in classes of two rows or more lies
/// below; `suppressed_row` is what a suppressed row loses.
///
/// In a class each row can be sent to another one, round in a ring, and it loses at least what the
/// two lose as a pair. So the least loss of sending every row to another, no two to the same, is
/// such a bound (for classes of two it is a matching whose odd rings count half, the relaxation of
/// Simplex Matching, Anshelevich and Karagiozova 2007); and so is every solution of the dual
/// program: a price for each row, such that any two rows have at most twice what they lose as a
/// pair. Prices begin with the loss of each row and its nearest, are raised one by one as far as
/// the others allow, and where one that is lowered lets two or more others rise, it is. Row types
/// of two rows and more have the price of a class of their own.
///
/// Only near pairs are looked at: a price stays below the loss that no other pair of the row falls
/// below. Adult, 30,162 rows, k = 2: 1.27 % of gcp where the least box around each row says 1.05,
/// the linear program 1.31, and the best release known loses 1.52. For classes of more rows
/// box_bound() says more. Cost O(t log t m) for the tree, the effort, and O(p^2) per type for its p
/// near pairs. The same for any thread count.
[[nodiscard]] double pair_bound(const Task& task,
                                const std::vector<Axis>& axes,
                                double suppressed_row,
                                std::uint64_t effort,
                                unsigned threads);

}  // namespace kanon::classes
