// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/risk/assessment.hpp"

#include <string>

namespace kanon {

/// An assessment for a terminal: each figure with a few plain words.
[[nodiscard]] std::string risk_text(const risk::Assessment& assessment);

/// An assessment as JSON; keys are documented in docs/risk.md and stable.
[[nodiscard]] std::string risk_json(const risk::Assessment& assessment);

}  // namespace kanon
