// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/run/result.hpp"

#include <string>

namespace kanon::detail {

/// \throws Error unless the outcome holds a recoding. What one method cannot do another may. Only a
/// method that was asked for, by this policy, is named.
void require_recoding(const Problem& problem,
                      const Policy& asked,
                      const Outcome& outcome,
                      const MethodInfo& info);

/// The quasi-identifiers that the policy that was asked for does not call so, for a run that they
/// may be the reason of; "" if none.
[[nodiscard]] std::string unasked_text(const Problem& problem, const Policy& asked);

}  // namespace kanon::detail
