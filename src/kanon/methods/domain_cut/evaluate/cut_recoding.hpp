// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/release/recoding/recoding.hpp"

#include <span>
#include <vector>

namespace kanon::domain_cut {

/// The recoding by one cut per attribute: every value to the value of its part, and the marked row
/// types suppressed. Released values are the parts, in their order. Cost O(values * levels).
[[nodiscard]] GlobalRecoding recode_to_parts(std::span<const OrderedDomain> domains,
                                             std::span<const DomainCut> cuts,
                                             std::vector<bool> suppressed);

}  // namespace kanon::domain_cut
