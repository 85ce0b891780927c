// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <vector>

namespace kanon::html {
namespace {

/// The policy with everything spelled out, identifying columns that were not even read included.
std::string whole_policy(const Problem& problem) {
    Policy policy = problem.policy;
    for (const std::string& name : problem.unread) {
        policy.attribute(name).role = Role::identifying;
    }
    return policy_text(policy);
}

}  // namespace

std::string suppression(const RunRecord& record, TermWords& words) {
    const Problem& problem = *record.problem;
    std::string out = html_term(words, "suppressed");
    out += fmt::format("<p>Rows: {}.", html_escape(suppression_text(record)));
    if (record.audit->measures.suppressed_rows > 0) {
        out += keeps_suppressed(problem.suppressed) ? " They are kept, with every cell suppressed."
                                                    : " They are left out.";
    }
    if (problem.dropped_rows > 0) {
        out += fmt::format(" Left out on reading, for their missing values: {}.",
                           count_text(problem.dropped_rows, "row"));
    }
    out += "</p>\n";
    std::vector<std::string> names = problem.unread;
    for (const std::size_t column : problem.withheld) {
        names.push_back(problem.table.column(column).name);
    }
    if (!names.empty()) {
        out += "<p>Identifying columns, never released:</p>\n" + html_list(names);
    }
    return html_section("What was suppressed", out);
}

std::string repetition(const RunRecord& record, TermWords& words) {
    std::string out;
    if (!record.command.empty()) {
        out += fmt::format("<pre>{}</pre>\n", html_words(record.command));
    }
    out += fmt::format(
        "<p>kanon {}, {}, seed {}, {}. The release does not depend on the number "
        "of threads.</p>\n",
        html_escape(record.version),
        html_words(method_text(record)),
        record.seed,
        count_text(record.threads, "thread"));
    out += html_term(words, "seed");
    return html_section("How to repeat it", out) +
           html_section("The policy",
                        fmt::format("<p class=\"soft\">With every role, hierarchy and promise "
                                    "spelled out.</p>\n<pre>{}</pre>\n",
                                    html_words(whole_policy(*record.problem))));
}

}  // namespace kanon::html
