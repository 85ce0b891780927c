// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/record.hpp"

#include <string>

namespace kanon {

/// 0.0525 -> `5.25 %`.
[[nodiscard]] std::string percent_text(double share);

/// `1,500 of 30,162 (4.97 %; allowed 1,508)`.
[[nodiscard]] std::string suppression_text(const RunRecord& record);

/// How far the release can be from the best one, in words.
[[nodiscard]] std::string optimality_text(const RunRecord& record);

}  // namespace kanon
