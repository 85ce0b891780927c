// SPDX-License-Identifier: Apache-2.0
#include "kanon/c_interface/guard_internal.hpp"
#include "kanon/c_interface/jobs_internal.hpp"
#include "kanon/report/reports.hpp"

#include <memory>

namespace kanon::c_interface {
namespace {

VerifyJob job_of(const kanon_verify_job& given,
                 const Input& original,
                 const Input& release,
                 const kanon_run* run) {
    VerifyJob job;
    original.fill(job.original, job.read);
    release.fill(job.release, job.read_release);
    job.policy = policy_of(given.policy, given.policy_name);
    job.summary = text_or_empty(given.summary);
    if (given.key != nullptr) {
        job.keys.emplace_back(given.key);
    }
    job.ledger = text_or_empty(given.ledger);
    job.audit.shuffled = given.shuffled != 0;
    job.audit.show_values = given.show_values != 0;
    job.read.show_values = job.audit.show_values;
    job.context = context_of(run);
    return job;
}

std::int32_t verdict_of(const AuditReport& audit) {
    if (!audit.passed) {
        return KANON_BROKEN;
    }
    return audit.not_proven.empty() ? KANON_HOLDS : KANON_COULD_NOT_TELL;
}

}  // namespace
}  // namespace kanon::c_interface

int32_t kanon_verify(const kanon_verify_job* job,
                     const kanon_run* run,
                     kanon_audit** audit,
                     kanon_error** error) {
    using namespace kanon::c_interface;  // NOLINT(google-build-using-namespace): the room's own
    return guarded(error, [&] {
        require(job, "job");
        const kanon_verify_job given = copy_of(job, "job");
        const Input original(given.original, "original");
        const Input release(given.release, "release");
        give(audit, "audit", [&] {
            const kanon::AuditReport report = kanon::verify(job_of(given, original, release, run));
            auto made = std::make_unique<kanon_audit>();
            made->verdict = verdict_of(report);
            made->json = kanon::audit_json(report);
            return made;
        });
    });
}

int32_t kanon_audit_verdict(const kanon_audit* audit) {
    return audit == nullptr ? KANON_COULD_NOT_TELL : audit->verdict;
}

const char* kanon_audit_json(const kanon_audit* audit) {
    return audit == nullptr ? "" : audit->json.c_str();
}

void kanon_audit_free(kanon_audit* audit) {
    const std::unique_ptr<kanon_audit> owned(audit);
}
