// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit_report.hpp"

#include <string>

namespace kanon {

/// `1.2 % of diagnoses: 63 % of 62,104 items kept, 36.7 % as a group, 0.3 % left out`
[[nodiscard]] std::string list_loss_text(const ListFigures& lists);

}  // namespace kanon
