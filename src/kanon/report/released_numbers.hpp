// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/spelling/reading.hpp"

#include <optional>
#include <vector>

namespace kanon {

/// For each code of a released column the numbers it stands for, as [low, high); low = high: that
/// number alone. None for stars, the missing value, sets, and what cannot be read. An inclusive end
/// of integers or dates moves up by one, so that neighbours meet; a label that is no range itself
/// spans the values of the data under it. \pre the original is numeric.
/// Cost O(d + u c) for d released codes, c original ones, u levels that labels are of.
[[nodiscard]] std::vector<std::optional<NumericRange>> released_numbers(const ReadDomain& reading,
                                                                        const Hierarchy& hierarchy);

}  // namespace kanon
