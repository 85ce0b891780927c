// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/patterns.hpp"

#include "kanon/source/reading.hpp"

#include <span>
#include <utility>

namespace kanon {
namespace {

SurveyedPatterns survey_bound(Problem problem, std::size_t most, const RunContext& context) {
    SurveyedPatterns out;
    out.problem = std::make_unique<Problem>(std::move(problem));
    out.survey = survey_patterns(*out.problem, most, context);
    return out;
}

}  // namespace

SurveyedPatterns survey(Table table,
                        const Policy& policy,
                        std::size_t most_patterns,
                        const RunContext& context) {
    return survey_bound(bind(std::move(table), policy, context), most_patterns, context);
}

SurveyedPatterns run_job(const SurveyJob& job) {
    detail::BoundTable bound =
        detail::read_and_bind(std::span(&job.input, 1), job.policy, job.read, {}, job.context);
    return survey_bound(std::move(bound.problem), job.most_patterns, job.context);
}

}  // namespace kanon
