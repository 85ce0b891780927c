// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/record.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <utility>
#include <vector>

/// The risk before and after a run, for its reports.
namespace kanon {

/// A name and its figures, one line each.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> run_risk_lines(
    const RunRecord& record);

/// The key `risk` of the summary.
[[nodiscard]] nlohmann::ordered_json run_risk_json(const RunRecord& record);

/// That a search was by a larger k than is promised, and why; "" if it was not.
[[nodiscard]] std::string raised_k_text(const RunRecord& record);

}  // namespace kanon
