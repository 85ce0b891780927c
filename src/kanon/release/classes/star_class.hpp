// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/recoding/carried_recoding.hpp"
#include "kanon/release/recoding/recoding.hpp"

#include <vector>

namespace kanon {

/// A carried recoding with the marked row types as one class more, starred throughout: its rows are
/// released, not suppressed. The others are released as they were; types with the same values are
/// one class. One mark per row type. Cost O(t m log t).
[[nodiscard]] ClassRecoding with_star_class(const CarriedRecoding& carried,
                                            const std::vector<bool>& starred);

}  // namespace kanon
