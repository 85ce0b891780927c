// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/microaggregation/classes_of_points.hpp"
#include "kanon/methods/microaggregation/point_space.hpp"

#include <cstddef>
#include <vector>

namespace kanon::microaggregation {

/// Put classes into groups of near ones, of at most `most_points` points each unless one class has
/// more: the classes are cut in two at the median of the lane along which their centres are spread
/// most, and again. Without coordinates they are cut in their order. Ties go by the order of the
/// classes. Cost O(n lanes + c log^2 c) for c classes.
[[nodiscard]] std::vector<Classes> regions_of(const PointSpace& space,
                                              Classes classes,
                                              std::size_t most_points);

}  // namespace kanon::microaggregation
