// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/jobs.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/assess/assess_risk.hpp"
#include "kanon/linked/run/risk_linked.hpp"
#include "kanon/report/risk_report.hpp"
#include "kanon/risk/assessment.hpp"
#include "kanon/risk/individual_risk.hpp"
#include "kanon/risk/population_uniques.hpp"
#include "kanon/risk/reidentification.hpp"
#include "kanon/risk/suda.hpp"
#include "kanon/risk/suda_scores.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

/// How risky a table is, before and after a release; docs/risk.md.
namespace kanon {

/// Read the table of a job and bind what of its policy matters to the risk.
[[nodiscard]] Problem read_for_risk(const RiskJob& job);

/// The same of persons in households, by the column that says who lives together; a table or a
/// stream, and a release of it. Nothing is written. \throws as linked::risk_linked()
[[nodiscard]] linked::LinkedRisk risk_of_households(const RiskJob& job,
                                                    const std::string& household);

/// Assess a file, or a file and a release of it. All targets are checked first and moved into place
/// last; on any error none is touched.
[[nodiscard]] risk::Assessment run_job(const RiskJob& job);

}  // namespace kanon
