// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/methods/microaggregation/classes_of_points.hpp"

namespace kanon::microaggregation {

/// Release each class by its aggregates: what all methods of this family end with. Classes that do
/// not hold every model are joined with near ones first (join_failing()); `infeasible` if all rows
/// together do not hold. Classes that come out alike are one. The bound is neighbour_bound() where
/// the table is small enough for it; the only figure among the stats is `classes`.
/// Cost O(n log n m), and that of the bound. `stopped`: the search was, before it came to its end.
[[nodiscard]] Outcome aggregate_outcome(const Task& task,
                                        const PointSpace& space,
                                        Classes classes,
                                        bool stopped,
                                        const RunContext& context);

}  // namespace kanon::microaggregation
