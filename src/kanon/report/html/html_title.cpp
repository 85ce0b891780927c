// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/verdict.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace kanon::html {
namespace {

/// The open points, each with what to do about it.
std::string open_points(const Verdict& verdict) {
    std::string out;
    for (const OpenPoint& point : verdict.open) {
        out += fmt::format(
            "<li>{} <code class=\"flag\">{}</code> <span class=\"remedy\"><b>Remedy:</b> {}</span>"
            "</li>\n",
            html_words(point.text),
            html_escape(point.code),
            html_line(point.remedy));
    }
    return out.empty() ? "" : "<ol>\n" + out + "</ol>\n";
}

std::string verdict_box(const RunRecord& record) {
    const Verdict verdict = verdict_of(record);
    const std::string points = open_points(verdict);
    return fmt::format(
        "<section class=\"verdict {}\">\n<h2>{}</h2>\n{}<p>{}</p>\n<p>{}</p>\n{}</section>\n",
        to_string(verdict.status),
        html_words(verdict.headline),
        points,
        html_words(verdict.utility),
        html_words(verdict.assumption),
        verdict.status != VerdictStatus::open_warnings
            ? ""
            : "<p class=\"soft\">To share the release as it is, accept each "
              "warning: in the policy with a reason, <code class=\"flag\">accept: "
              "{CODE: REASON}</code>, or with <code class=\"flag\">--accept "
              "CODE</code>.</p>\n");
}

}  // namespace

std::string title_block(const RunRecord& record, TermWords& /*words*/) {
    std::string out =
        fmt::format("<header>\n<h1>{}</h1>\n",
                    html_name(record.title.empty() ? "Release report" : record.title));
    if (!record.date.empty()) {
        out += fmt::format("<p class=\"soft\">{}</p>\n", html_escape(record.date));
    }
    return out + verdict_box(record) +
           "<p class=\"custodian\"><b>For the custodian, not for publication.</b> This page shows "
           "how often values of the original occur, which is more than the release shows. Keep it "
           "with the original.</p>\n</header>\n";
}

std::string promised(const RunRecord& record, TermWords& words) {
    const std::string lines = html_list(verdict_of(record).promised);
    const std::string group = record.audit->candidates ? "candidates" : "class";
    std::string out = html_term(words, group) + html_term(words, "quasi-identifying");
    if (!record.problem->policy.person.empty()) {
        out += html_term(words, "persons");
    }
    return html_section("What is promised", lines.empty() ? "" : lines + out);
}

std::string not_promised(const RunRecord& record, TermWords& /*words*/) {
    return html_section("What is not promised", html_list(verdict_of(record).not_promised));
}

std::string accepted(const RunRecord& record, TermWords& words) {
    std::vector<std::string> lines;
    for (const AcceptedPoint& point : verdict_of(record).accepted) {
        lines.push_back(accepted_point_line(point));
    }
    return html_section("What was accepted",
                        lines.empty() ? "" : html_term(words, "warning") + html_list(lines));
}

}  // namespace kanon::html
