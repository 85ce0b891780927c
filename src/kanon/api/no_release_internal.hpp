// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

namespace kanon::detail {

/// \throws Error unless the outcome holds a recoding. What one method cannot do another may. Only a
/// method that was asked for is named.
void require_recoding(const Result& result, const MethodInfo& info);

}  // namespace kanon::detail
