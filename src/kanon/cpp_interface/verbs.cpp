// SPDX-License-Identifier: Apache-2.0
#include "kanon/verbs.hpp"

#include "kanon/api/compare.hpp"
#include "kanon/api/evaluate.hpp"
#include "kanon/api/explore.hpp"
#include "kanon/api/risk.hpp"
#include "kanon/api/tabulate.hpp"
#include "kanon/report/reports.hpp"

namespace kanon {

std::string verification_of(const VerifyJob& job) {
    return audit_json(verify(job));
}

std::string risk_of(const RiskJob& job) {
    return risk_json(run_job(job));
}

std::string evaluation_of(const EvaluateJob& job) {
    return evaluation_json(run_job(job));
}

std::string exploration_of(const ExploreJob& job) {
    const auto exploration = run_job(job);
    std::string out;
    write_space_json(record_of(*exploration), [&](std::string_view part) { out += part; });
    return out;
}

std::string comparison_of(const CompareJob& job) {
    return comparison_json(run_job(job));
}

ProtectedCounts tabulation_of(const TabulateJob& job) {
    const tabulate::Tabulation made = run_job(job);
    return {.json = tabulate::tabulation_json(made, job.options),
            .tables = tabulate::published_table(made, job.options)};
}

}  // namespace kanon
