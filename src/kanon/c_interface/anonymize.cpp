// SPDX-License-Identifier: Apache-2.0
#include "kanon/c_interface/guard_internal.hpp"
#include "kanon/c_interface/jobs_internal.hpp"
#include "kanon/ledger/ledger.hpp"
#include "kanon/report/json/json_text.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/tables.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon::c_interface {
namespace {

enum TextKind : int {
    as_summary,
    as_text,
    as_report,
    as_recoding,
    as_policy,
    as_audit,
    as_warnings
};

AnonymizeJob job_of(const kanon_anonymize_job& given, const Input& input, const kanon_run* run) {
    AnonymizeJob job;
    input.fill(job.input, job.read);
    job.policy = policy_of(given.policy, given.policy_name);
    job.output = text_or_empty(given.output);
    job.summary = text_or_empty(given.summary);
    job.report = text_or_empty(given.report);
    job.save_recoding = text_or_empty(given.save_recoding);
    job.apply_recoding = text_or_empty(given.apply_recoding);
    job.write.force = given.force != 0;
    job.replace = given.replace != 0;
    job.options.strict = given.strict != 0;
    const bool is_guessed = job.policy.file.empty();
    job.options.protect = given.protect > 0 || (given.protect == 0 && is_guessed);
    job.options.require_fit = given.require_fit > 0 || (given.require_fit == 0 && is_guessed);
    job.options.prove = given.prove != 0;
    job.options.evaluate = given.evaluate != 0;
    job.ledger = text_or_empty(given.ledger);
    job.not_the_first = given.not_the_first != 0;
    job.shuffle = given.shuffle > 0;
    job.shuffle_if_telling = given.shuffle == 0 && is_guessed;
    job.context = context_of(run);
    return job;
}

std::string warnings_with_remedies(const std::vector<Warning>& warnings) {
    nlohmann::ordered_json out = warnings_json(warnings);
    for (nlohmann::ordered_json& one : out) {
        one["remedy"] = find_warning(one["code"].get<std::string>()).remedy;
        one.emplace("accepted", nullptr);
    }
    return json_line(out);
}

std::string made_text(const ProvenRelease& release, int kind) {
    switch (kind) {
        case as_text:
            return release.text();
        case as_report:
            return release.report();
        case as_recoding:
            return release.recoding();
        case as_policy:
            return policy_text(release.policy());
        case as_audit:
            return audit_json(release.audit());
        case as_warnings:
            return warnings_with_remedies(release.warnings());
        default:
            return release.summary();
    }
}

std::int32_t text_of(kanon_result* result, TextKind kind, const char** text, kanon_error** error) {
    return guarded(error, [&] {
        require(text, "text");
        *text = nullptr;
        require(result, "result");
        auto found = result->texts.find(kind);
        if (found == result->texts.end()) {
            found = result->texts.emplace(kind, made_text(result->release, kind)).first;
        }
        *text = found->second.c_str();
    });
}

}  // namespace
}  // namespace kanon::c_interface

int32_t kanon_abi_version(void) {
    return KANON_ABI_VERSION;
}

const char* kanon_version(void) {
    return kanon::library_version().data();
}

int32_t kanon_ledger_make(const char* path, kanon_error** error) {
    return kanon::c_interface::guarded(error, [&] {
        kanon::c_interface::require(path, "path");
        kanon::make_ledger_file(path);
    });
}

int32_t kanon_anonymize(const kanon_anonymize_job* job,
                        const kanon_run* run,
                        kanon_result** result,
                        kanon_error** error) {
    using namespace kanon::c_interface;  // NOLINT(google-build-using-namespace): the room's own
    return guarded(error, [&] {
        require(job, "job");
        const kanon_anonymize_job given = copy_of(job, "job");
        const Input input(given.input, "input");
        give(result, "result", [&] {
            return std::make_unique<kanon_result>(kanon_result{
                .release = kanon::make_release(job_of(given, input, run)), .texts = {}});
        });
    });
}

int32_t kanon_result_summary(kanon_result* result, const char** text, kanon_error** error) {
    return kanon::c_interface::text_of(result, kanon::c_interface::as_summary, text, error);
}

int32_t kanon_result_text(kanon_result* result, const char** text, kanon_error** error) {
    return kanon::c_interface::text_of(result, kanon::c_interface::as_text, text, error);
}

int32_t kanon_result_report(kanon_result* result, const char** text, kanon_error** error) {
    return kanon::c_interface::text_of(result, kanon::c_interface::as_report, text, error);
}

int32_t kanon_result_recoding(kanon_result* result, const char** text, kanon_error** error) {
    return kanon::c_interface::text_of(result, kanon::c_interface::as_recoding, text, error);
}

int32_t kanon_result_policy(kanon_result* result, const char** text, kanon_error** error) {
    return kanon::c_interface::text_of(result, kanon::c_interface::as_policy, text, error);
}

int32_t kanon_result_audit(kanon_result* result, const char** text, kanon_error** error) {
    return kanon::c_interface::text_of(result, kanon::c_interface::as_audit, text, error);
}

int32_t kanon_result_warnings(kanon_result* result, const char** text, kanon_error** error) {
    return kanon::c_interface::text_of(result, kanon::c_interface::as_warnings, text, error);
}

int32_t kanon_result_release(kanon_result* result,
                             struct ArrowArrayStream* out,
                             kanon_error** error) {
    return kanon::c_interface::guarded(error, [&] {
        kanon::c_interface::require(out, "out");
        *out = {};
        kanon::c_interface::require(result, "result");
        kanon::to_arrow(result->release.table(), out);
    });
}

void kanon_result_free(kanon_result* result) {
    const std::unique_ptr<kanon_result> owned(result);
}
