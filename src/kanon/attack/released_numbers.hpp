// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/attack/linkage.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/released_classes.hpp"

namespace kanon::attack {

/// A quasi-identifier of numbers before and after, by row: originals as they were before coding; a
/// released cell stands for itself where it is an aggregate or a value, for the middle between the
/// least and the greatest number that it covers where it is a range, label or set, and for none
/// where it is a star, missing, or covers no number.
/// \pre the attribute is one of the problem's, and numeric; rows are traced
[[nodiscard]] NumberColumn number_column(const Problem& problem,
                                         const ReleasedAttribute& attribute);

}  // namespace kanon::attack
