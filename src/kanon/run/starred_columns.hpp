// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/run/result.hpp"

namespace kanon::detail {

/// Warn (`mostly-starred`) of quasi-identifying columns of which more than nine in ten released
/// cells are stars. Columns of one value lose nothing, and those that the policy wants at the top
/// were asked for. By counts alone, so the same however the rows were held. Said once, however
/// often it is asked.
void warn_of_starred_columns(Result& result);

}  // namespace kanon::detail
