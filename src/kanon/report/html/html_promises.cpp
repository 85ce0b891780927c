// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <vector>

namespace kanon::html {
namespace {

std::string proofs(const RunRecord& record, TermWords& words) {
    std::string out =
        html_table({{.title = "promise"},
                    {.title = "required", .of_figures = true},
                    {.title = record.audit->candidates ? "worst candidates" : "worst class",
                     .of_figures = true},
                    {.title = "proof"}});
    for (const Proof& proof : record.audit->proofs) {
        out += fmt::format(
            "<tr><th scope=\"row\">{}{}</th><td class=\"n\">{} {:.10g}</td>"
            "<td class=\"n\">{:.10g}</td><td class=\"{}\">{}</td></tr>\n",
            html_name(proof.describe),
            html_meaning(words, proof.model),
            limit_word(proof),
            proof.required,
            proof.achieved,
            proof.holds ? "good" : "soft",
            proof.holds ? "holds" : "not proven");
    }
    return out + "</tbody></table>\n";
}

std::string with_lead(std::string_view lead, const std::vector<std::string>& lines) {
    return lines.empty() ? "" : fmt::format("<p>{}</p>\n", lead) + html_list(lines);
}

}  // namespace

std::string warnings(const RunRecord& record, TermWords& words) {
    const std::vector<Warning> found = warnings_of(record);
    const std::vector<std::string> open = open_warning_lines(found);
    const std::vector<std::string> accepted = accepted_warning_lines(found);
    if (open.empty() && accepted.empty()) {
        return "";
    }
    std::string out = html_term(words, "warning");
    if (!open.empty()) {
        out += "<div class=\"warned\">\n" + html_list(open) + "</div>\n";
    }
    return html_section(
        open.empty() ? "Warnings" : "Before this is published",
        out + with_lead("Warnings that the policy accepts, with its reasons:", accepted));
}

std::string promises(const RunRecord& record, TermWords& words) {
    std::string out = fmt::format("<p>Proven; {}.</p>\n", html_words(scope_text(record)));
    out += html_term(words, "quasi-identifying");
    if (!record.problem->policy.person.empty()) {
        out += html_term(words, "persons");
    }
    if (const std::string promise = candidates_text(record); !promise.empty()) {
        out += fmt::format("<p>Promised {}.</p>\n", html_words(promise));
    }
    out += proofs(record, words);
    out += html_term(words, "auditor");
    out += with_lead("The auditor proved besides:", checks_beside_proofs(*record.audit));
    out += with_lead("The attacks that these promises rule out, and no others:",
                     exclusion_lines(*record.audit));
    out += with_lead("<b>Not proven:</b>", record.audit->not_proven);
    const std::vector<std::string> disclosed = disclosed_lines(record);
    out += with_lead(disclosed_title(record) + " (l-diversity prevents this):", disclosed);
    if (!disclosed.empty()) {
        out += html_term(words, "disclosed");
    }
    return html_section("What was promised and proven", out);
}

}  // namespace kanon::html
