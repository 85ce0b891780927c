// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/odds_text.hpp"
#include "kanon/base/text/short_number.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace kanon::html {
namespace {

/// A figure of a proof in its unit.
std::string proof_figure(const Proof& proof, double figure) {
    return proof.model == "risk" ? odds_text(figure) : exact_or_short(figure);
}

std::string proofs(const RunRecord& record, TermWords& words) {
    std::string out =
        html_table({{.title = "promise"},
                    {.title = "required", .of_figures = true},
                    {.title = record.audit->candidates ? "worst candidates" : "worst class",
                     .of_figures = true},
                    {.title = "proof"}});
    for (const Proof& proof : record.audit->proofs) {
        out += fmt::format(
            "<tr><th scope=\"row\">{}{}</th><td class=\"n\">{} {}</td>"
            "<td class=\"n\">{}</td><td class=\"{}\">{}</td></tr>\n",
            html_name(proof.describe),
            html_meaning(words, proof.model),
            limit_word(proof),
            html_escape(proof_figure(proof, proof.required)),
            html_escape(proof_figure(proof, proof.achieved)),
            proof.holds ? "good" : "soft",
            proof.holds ? "holds" : "not proven");
    }
    return out + std::string(kHtmlTableEnd);
}

std::string with_lead(std::string_view lead, const std::vector<std::string>& lines) {
    return lines.empty() ? "" : fmt::format("<p>{}</p>\n", lead) + html_list(lines);
}

}  // namespace

std::string proofs_in_detail(const RunRecord& record, TermWords& words) {
    std::string out = proofs(record, words);
    out += html_term(words, "auditor");
    out += with_lead("The auditor also proved:", checks_beside_proofs(*record.audit));
    return html_section("How the promises were proven", out);
}

}  // namespace kanon::html
