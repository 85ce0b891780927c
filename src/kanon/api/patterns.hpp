// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/methods/contract/pattern_survey.hpp"
#include "kanon/report/pattern_report.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace kanon {

/// A table's mask of patterns and what each would cost; nothing is released.
struct SurveyedPatterns {
    std::unique_ptr<Problem> problem;
    PatternSurvey survey;
};

/// Bind a policy to a table and look at its mask, see survey_patterns().
/// \throws Error: bad_policy, bad_hierarchy, bad_input, infeasible (fewer than k rows), timed_out,
/// cancelled.
[[nodiscard]] SurveyedPatterns survey(Table table,
                                      const Policy& policy,
                                      std::size_t most_patterns,
                                      const RunContext& context);

/// Where a survey of patterns reads.
struct SurveyJob {
    std::string input;
    Policy policy;
    ReadOptions read;
    std::size_t most_patterns = 0;  ///< to look at one by one, the cheapest
    RunContext context;
};

[[nodiscard]] SurveyedPatterns run_job(const SurveyJob& job);

}  // namespace kanon
