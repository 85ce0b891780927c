// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"
#include "kanon/risk/risk_options.hpp"

#include <string>

namespace kanon::detail {

/// The column of a survey's weights, where nobody says from whom the rows are drawn: the only one
/// that looks like weights, whose role nobody gave, and which has a number above 0 in each row.
/// "": there is none, or rows are counted, or persons are. It adds the population's figures to
/// those of the table, which stay as they are. Cost O(n).
[[nodiscard]] std::string suggested_weights(const Problem& problem, const RiskOptions& options);

}  // namespace kanon::detail
