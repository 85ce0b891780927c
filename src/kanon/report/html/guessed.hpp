// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/record.hpp"

#include <string>
#include <vector>

namespace kanon {

/// The columns that were taken as quasi-identifying for lack of knowledge, by their share in what
/// the release lost (weighted NCP), the greatest first; one line each with the flags that change
/// it. Columns of less than a hundredth of the loss are left out, and those after the tenth.
[[nodiscard]] std::vector<std::string> guessed_loss_lines(const RunRecord& record);

}  // namespace kanon
