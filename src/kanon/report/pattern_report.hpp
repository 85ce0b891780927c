// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/pattern_survey.hpp"
#include "kanon/problem/problem.hpp"

#include <string>

namespace kanon {

/// A mask of patterns for people: a line a pattern, the attributes it stars, what it costs and how
/// many rows it can serve; then the rows that none can serve, by number. No value of the table.
[[nodiscard]] std::string survey_text(const Problem& problem, const PatternSurvey& survey);

/// The same as JSON, with up to 1,000 numbers of rows that no pattern serves.
[[nodiscard]] std::string survey_json(const Problem& problem, const PatternSurvey& survey);

}  // namespace kanon
