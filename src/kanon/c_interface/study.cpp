// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/suggest.hpp"
#include "kanon/c_interface/guard_internal.hpp"
#include "kanon/c_interface/studies_internal.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::c_interface {
namespace {

const Study& find_study(const std::string& verb) {
    const auto all = studies();
    const auto found = std::ranges::find(all, verb, &Study::verb);
    if (found == all.end()) {
        std::vector<std::string_view> verbs;
        std::ranges::transform(all, std::back_inserter(verbs), &Study::verb);
        throw Error(ErrorCode::usage,
                    "no verb '" + verb + "'" + suggestion(verb, verbs),
                    {.attribute = "verb"});
    }
    return *found;
}

}  // namespace
}  // namespace kanon::c_interface

int32_t kanon_study(const kanon_study_job* job,
                    const kanon_run* run,
                    kanon_findings** findings,
                    kanon_error** error) {
    using namespace kanon::c_interface;  // NOLINT(google-build-using-namespace): the room's own
    return guarded(error, [&] {
        require(job, "job");
        const kanon_study_job given = copy_of(job, "job");
        const Input table(given.table, "table");
        const Input release(given.release, "release");
        const Input list(given.list, "list");
        give(findings, "findings", [&] {
            require(given.verb, "verb");
            Options options(given.options, "options");
            const Study& study = find_study(text_or_empty(given.verb));
            Question question{.table = table,
                              .release = release,
                              .list = list,
                              .policy = policy_or_none(given.policy, given.policy_name),
                              .options = options,
                              .context = context_of(run)};
            return std::make_unique<kanon_findings>(study.answer(question));
        });
    });
}

const char* kanon_findings_json(const kanon_findings* findings) {
    return findings == nullptr ? "" : findings->json.c_str();
}

const char* kanon_findings_text(const kanon_findings* findings) {
    return findings == nullptr ? "" : findings->text.c_str();
}

const char* kanon_findings_page(const kanon_findings* findings) {
    return findings == nullptr ? "" : findings->page.c_str();
}

int32_t kanon_findings_rows(const kanon_findings* findings,
                            struct ArrowArrayStream* out,
                            kanon_error** error) {
    return kanon::c_interface::guarded(error, [&] {
        kanon::c_interface::require(out, "out");
        *out = {};
        kanon::c_interface::require(findings, "findings");
        if (!findings->rows) {
            throw kanon::Error(kanon::ErrorCode::usage,
                               "the risk of each row was not asked for; set the option rows",
                               {.attribute = "rows"});
        }
        kanon::to_arrow(*findings->rows, out);
    });
}

void kanon_findings_free(kanon_findings* findings) {
    const std::unique_ptr<kanon_findings> owned(findings);
}
