// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"
#include "kanon/kanon.hpp"

#include <utility>

namespace kanon {

std::string_view library_version() {
    return version();
}

ProvenRelease::ProvenRelease(std::unique_ptr<const Result> result) : result_(std::move(result)) {}

ProvenRelease::~ProvenRelease() = default;
ProvenRelease::ProvenRelease(ProvenRelease&& other) noexcept = default;
ProvenRelease& ProvenRelease::operator=(ProvenRelease&& other) noexcept = default;

Table ProvenRelease::table() const {
    return released_table(*result_);
}

const AuditReport& ProvenRelease::audit() const {
    return result_->audit;
}

double ProvenRelease::loss() const {
    return result_->outcome.loss;
}

std::optional<double> ProvenRelease::lower_bound() const {
    return result_->outcome.lower_bound;
}

std::string ProvenRelease::method() const {
    return result_->facts.method;
}

std::vector<std::string> ProvenRelease::assumptions() const {
    return assumptions_of(record_of(*result_));
}

std::vector<Warning> ProvenRelease::warnings() const {
    return warnings_of(record_of(*result_));
}

Policy ProvenRelease::policy() const {
    return repeating_policy(*result_);
}

std::string ProvenRelease::recoding() const {
    return recoding_text(*result_);
}

std::string ProvenRelease::summary() const {
    return json_summary(record_of(*result_));
}

std::string ProvenRelease::text() const {
    return text_report(record_of(*result_));
}

std::string ProvenRelease::report() const {
    return html_report(record_of(*result_));
}

ProvenRelease make_release(const AnonymizeJob& job) {
    return ProvenRelease(run_job(job));
}

ProvenRelease make_release(Table table,
                           const Policy& policy,
                           const RunContext& context,
                           const AnonymizeOptions& options) {
    return ProvenRelease(anonymize(std::move(table), policy, context, options));
}

Policy suggested_policy(const Table& table, const RunContext& context) {
    return suggested_policy(inspect(table, context.threads));
}

}  // namespace kanon
