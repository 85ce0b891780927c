// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/microaggregation/class_bound/class_bound.hpp"
#include "kanon/methods/microaggregation/classes_of_points.hpp"
#include "kanon/methods/microaggregation/point_space.hpp"
#include "kanon/solve/solver.hpp"

#include <optional>

namespace kanon::microaggregation {

/// Classes that cost less than the known ones, put together from these and from the groups that
/// cost little beyond the prices of a bound, as they are and with a near row more: an integer
/// program that takes each row once, over some ten thousand classes at most. None: the solver finds
/// none in the time, or fails. Heuristic, for other classes are not looked at.
///
/// \pre the known classes are of all points of the space, each a row, and a class of k rows or more
/// may be released. Exponential at worst. Same result for any thread count unless stopped.
[[nodiscard]] std::optional<Classes> better_classes(const PointSpace& space,
                                                    const Classes& known,
                                                    const ClassBound& bound,
                                                    const MipSolver& solver,
                                                    const RunContext& context);

}  // namespace kanon::microaggregation
