// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/run/result.hpp"

namespace kanon::detail {

/// Methods of cell suppression count stars alone. Where top or bottom coding took from values that
/// are not starred as well, take the measured loss in place of the method's, let the bound be at
/// least what coding alone loses, and call the release the best only if both agree.
/// \pre the release is measured
void settle_coded_loss(Result& result);

}  // namespace kanon::detail
