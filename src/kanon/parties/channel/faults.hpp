// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"

#include <string>
#include <string_view>

namespace kanon::parties {

/// What to throw at a message that breaks the rules: `the message of clinic is not as agreed: ...`.
/// `what` never holds anything of the message but numbers of the frame around it.
[[nodiscard]] Error not_as_agreed(std::string_view sender, const std::string& what);

/// Seconds as messages have them: `300 s`, `0.2 s`.
[[nodiscard]] std::string seconds_text(double seconds);

}  // namespace kanon::parties
