// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/axis.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <vector>

namespace kanon::classes {

/// What neighbour_bound() may cost: losses worked out, for all row types together. About a second
/// on one core at most.
inline constexpr std::uint64_t kNeighbourEffort = std::uint64_t{1} << 24U;

/// A sum of weighted losses over all rows that no recoding in classes by these axes lies below. A
/// row shares its class with least_class_rows() - 1 others at least, so it loses at least what it
/// loses together with the last of so many nearest ones, where the distance of two rows is what a
/// class of both would lose by each. (With models that look at values a class may need more rows,
/// never fewer.) A suppressed row loses more than that.
///
/// The nearest are sought best first in a tree of boxes over the row types. Where a search has used
/// up its share of the effort, the distance of the nearest box not looked at stands for the row: a
/// weaker bound, and as valid. Cost O(t log t m) for the tree, O(m) for each box; the same for any
/// thread count.
[[nodiscard]] double neighbour_bound(const Task& task,
                                     const std::vector<Axis>& axes,
                                     std::uint64_t effort,
                                     unsigned threads);

}  // namespace kanon::classes
