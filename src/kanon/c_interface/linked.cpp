// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/linked.hpp"

#include "kanon/base/text/suggest.hpp"
#include "kanon/c_interface/guard_internal.hpp"
#include "kanon/c_interface/jobs_internal.hpp"
#include "kanon/c_interface/studies_internal.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace kanon::c_interface {
namespace {

/// What a verb is asked of linked tables.
struct LinkedQuestion {
    linked::SchemaPolicy schema;
    std::string release;
    std::string summary;
    std::string report;
    bool force = false;
    RunContext context;
};

std::string needed_release(const LinkedQuestion& asked) {
    if (asked.release.empty()) {
        throw Error(ErrorCode::usage, "a release is needed", {.attribute = "release"});
    }
    return asked.release;
}

kanon_findings release_linked(LinkedQuestion& asked) {
    linked::LinkedJob job;
    job.output = needed_release(asked);
    job.schema = std::move(asked.schema);
    job.summary = asked.summary;
    job.report = asked.report;
    job.write.force = asked.force;
    job.context = std::move(asked.context);
    const auto result = linked::anonymize_linked(job);
    return {.json = linked_summary(*result),
            .text = linked_text(*result),
            .page = linked_html(*result)};
}

linked::LinkedVerifyJob verify_job(LinkedQuestion& asked) {
    linked::LinkedVerifyJob job;
    job.release = needed_release(asked);
    job.schema = std::move(asked.schema);
    job.context = std::move(asked.context);
    return job;
}

kanon_findings prove_linked(LinkedQuestion& asked) {
    const linked::LinkedAudit audit = linked::verify_linked(verify_job(asked));
    return {.json = linked_audit_json(audit), .text = linked_audit_text(audit)};
}

kanon_findings join_linked(LinkedQuestion& asked) {
    const linked::LinkedAttack found = linked::attack_linked(verify_job(asked));
    return {.json = linked_attack_json(found), .text = linked_attack_text(found)};
}

kanon_findings measure_linked_risk(LinkedQuestion& asked) {
    linked::LinkedRiskJob job;
    job.release = asked.release;
    job.schema = std::move(asked.schema);
    job.context = std::move(asked.context);
    const linked::LinkedRisk found = linked::risk_linked(job);
    return {.json = linked_risk_json(found), .text = linked_risk_text(found)};
}

struct LinkedVerb {
    std::string_view name;
    kanon_findings (*answer)(LinkedQuestion& asked);
};

constexpr std::array kLinkedVerbs{LinkedVerb{"anonymize", release_linked},
                                  LinkedVerb{"verify", prove_linked},
                                  LinkedVerb{"risk", measure_linked_risk},
                                  LinkedVerb{"attack link", join_linked}};

const LinkedVerb& find_linked_verb(const std::string& name) {
    const auto* const found = std::ranges::find(kLinkedVerbs, name, &LinkedVerb::name);
    if (found == kLinkedVerbs.end()) {
        std::vector<std::string_view> names;
        std::ranges::transform(kLinkedVerbs, std::back_inserter(names), &LinkedVerb::name);
        throw Error(ErrorCode::usage,
                    "no verb '" + name + "' for linked tables" + suggestion(name, names),
                    {.attribute = "verb"});
    }
    return *found;
}

LinkedQuestion question_of(const kanon_linked_job& given, const kanon_run* run) {
    require(given.policy, "policy");
    LinkedQuestion out;
    out.context = context_of(run);
    const std::string persons = text_or_empty(given.persons);
    out.schema = linked::parse_schema_policy(
        given.policy, text_or_empty(given.policy_name), persons, out.context);
    if (out.schema.is_household == persons.empty()) {
        throw Error(ErrorCode::usage,
                    out.schema.is_household ? "the table of persons is missing"
                                            : "the schema names its tables; leave persons out",
                    {.attribute = "persons"});
    }
    out.release = text_or_empty(given.release);
    out.summary = text_or_empty(given.summary);
    out.report = text_or_empty(given.report);
    out.force = given.force != 0;
    return out;
}

}  // namespace
}  // namespace kanon::c_interface

int32_t kanon_linked(const kanon_linked_job* job,
                     const kanon_run* run,
                     kanon_findings** findings,
                     kanon_error** error) {
    using namespace kanon::c_interface;  // NOLINT(google-build-using-namespace): the room's own
    return guarded(error, [&] {
        require(job, "job");
        const kanon_linked_job given = copy_of(job, "job");
        give(findings, "findings", [&] {
            require(given.verb, "verb");
            const LinkedVerb& verb = find_linked_verb(text_or_empty(given.verb));
            LinkedQuestion asked = question_of(given, run);
            return std::make_unique<kanon_findings>(verb.answer(asked));
        });
    });
}
