// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cuts/domains/ordered_domain.hpp"
#include "kanon/release/recoding.hpp"

#include <span>
#include <vector>

namespace kanon::cuts {

/// The recoding by one cut per attribute: every value to the value of its part, and the marked row
/// types suppressed. Released values are the parts, in their order. Cost O(values * levels).
[[nodiscard]] GlobalRecoding recode_to_parts(std::span<const OrderedDomain> domains,
                                             std::span<const DomainCut> cuts,
                                             std::vector<bool> suppressed);

}  // namespace kanon::cuts
