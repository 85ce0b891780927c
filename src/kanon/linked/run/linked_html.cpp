// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/linked/run/linked_report.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kanon::linked {
namespace {

std::string percent(double share) {
    return html_figure(fmt::format("{:.1f} %", 100 * share));
}

std::string cell(const std::string& html, bool is_figure = false) {
    return fmt::format("<td{}>{}</td>", is_figure ? " class=\"n\"" : "", html);
}

std::vector<std::string> open_warnings(const LinkedResult& result) {
    std::vector<std::string> out;
    for (const Warning& warning : result.warnings) {
        if (warning.accepted.empty()) {
            out.push_back(warning.text + " (`" + warning.code + "`)");
        }
    }
    return out;
}

std::vector<std::string> accepted_warnings(const LinkedResult& result) {
    std::vector<std::string> out;
    for (const Warning& warning : result.warnings) {
        if (!warning.accepted.empty()) {
            out.push_back(warning.text + " (`" + warning.code + "`): " + warning.accepted);
        }
    }
    return out;
}

std::string title_block(const LinkedResult& result) {
    const std::vector<std::string> open = open_warnings(result);
    const std::string headline =
        open.empty() ? "Every promise is proven." : "Every promise is proven; warnings are open.";
    return fmt::format(
        "<header>\n<h1>Release report</h1>\n<section class=\"verdict {}\">\n<h2>{}</h2>\n{}"
        "<p>{}</p>\n</section>\n<p class=\"custodian\"><b>For the custodian, not for "
        "publication.</b> Keep this page with the original.</p>\n</header>\n",
        open.empty() ? "ready" : "open-warnings",
        html_words(headline),
        html_list(open),
        html_words(fmt::format("{} of '{}' in {}, {} or more in each; {} of what the "
                               "quasi-identifiers of all tables tell is lost.",
                               count_text(result.audit.subjects, "row"),
                               result.tables.root().name,
                               count_text(result.audit.classes, "class"),
                               count_text(result.audit.least_class),
                               fmt::format("{:.1f} %", 100 * result.loss.loss))));
}

std::string promised(const LinkedResult& result) {
    return html_section("What is proven", html_list(result.audit.checks));
}

std::string not_promised(const LinkedResult& result) {
    return html_section(
        "What is not promised",
        html_list({fmt::format("That a row of '{}' is in the tables, or is not.",
                               result.tables.root().name),
                   "Anything against somebody who knows a column that the policy calls "
                   "insensitive or sensitive.",
                   "That several sensitive rows of one subject show no pattern that he alone "
                   "has."}));
}

std::string rows_of_tables(const LinkedResult& result) {
    std::string out = html_table({{.title = "table"},
                                  {.title = "rows", .of_figures = true},
                                  {.title = "released", .of_figures = true},
                                  {.title = "left out", .of_figures = true},
                                  {.title = "may be left out", .of_figures = true},
                                  {.title = "lost", .of_figures = true}});
    for (std::size_t t = 0; t < result.audit.tables.size(); ++t) {
        const TableRows& rows = result.audit.tables[t];
        out += "<tr>" + cell(html_name(rows.name)) + cell(count_text(rows.rows), true) +
               cell(count_text(rows.released), true) + cell(count_text(rows.left_out()), true) +
               cell(count_text(rows.limit), true) +
               cell(percent(result.loss.tables[t].loss), true) + "</tr>\n";
    }
    return html_section("Tables", out + std::string(kHtmlTableEnd));
}

/// What becomes of a column.
std::string released_as(const LinkedTable& table, std::size_t column) {
    const Problem& problem = table.problem;
    if ((table.key == column && table.has_keyed_key) ||
        (table.foreign == column && table.has_keyed_foreign)) {
        return "key: pseudonyms under a secret key, not anonymous";
    }
    if (table.key == column) {
        return "key: numbers drawn anew";
    }
    if (table.foreign == column) {
        return "leads to the row above, by its new key";
    }
    if (std::ranges::find(problem.columns, column) != problem.columns.end()) {
        return "quasi-identifying: generalized";
    }
    if (std::ranges::find(problem.withheld, column) != problem.withheld.end()) {
        return "identifying: not released";
    }
    if (const AttributePolicy* const said = problem.policy.find(table.table().column(column).name);
        said != nullptr && said->is_keyed()) {
        return said->pseudonym ? "pseudonyms under a secret key, not anonymous"
                               : "dates shifted under a secret key, not anonymous";
    }
    const bool is_protected =
        std::ranges::find(problem.tracked_columns, column) != problem.tracked_columns.end();
    return is_protected ? "sensitive, protected by a model: released unchanged"
                        : "released unchanged";
}

std::string columns(const LinkedResult& result) {
    std::string out = html_table({{.title = "table"},
                                  {.title = "column"},
                                  {.title = "released as"},
                                  {.title = "lost", .of_figures = true}});
    std::size_t at = 0;  // made tables have no loss
    for (const LinkedTable& table : result.tables.tables) {
        if (table.is_made) {
            continue;
        }
        const TableLoss& loss = result.loss.tables[at++];
        for (std::size_t j = 0; j < table.table().column_count(); ++j) {
            const std::string& name = table.table().column(j).name;
            const auto lost = std::ranges::find(loss.columns, name, &ColumnLoss::column);
            out += "<tr>" + cell(html_name(table.name)) + cell(html_name(name)) +
                   cell(html_words(released_as(table, j))) +
                   cell(lost == loss.columns.end() ? "" : percent(lost->loss), true) + "</tr>\n";
        }
        for (const std::string& name : table.problem.unread) {
            out += "<tr>" + cell(html_name(table.name)) + cell(html_name(name)) +
                   cell("identifying: not released") + cell("", true) + "</tr>\n";
        }
    }
    return html_section("Columns", out + std::string(kHtmlTableEnd));
}

std::string proofs(const LinkedResult& result) {
    std::string out = html_table({{.title = "promise"},
                                  {.title = "required", .of_figures = true},
                                  {.title = "worst in the release", .of_figures = true}});
    for (const Proof& proof : result.audit.proofs) {
        out += "<tr>" + cell(html_words(proof.describe)) +
               cell(fmt::format("{:.4g}", proof.required), true) +
               cell(fmt::format("{:.4g}", proof.achieved), true) + "</tr>\n";
    }
    return html_section("Promises in figures", out + std::string(kHtmlTableEnd));
}

}  // namespace

std::string linked_html(const LinkedResult& result) {
    std::vector<std::string> how{"method: " + result.method};
    if (!result.policy_sha256.empty()) {
        how.push_back("SHA-256 of the policy: " + result.policy_sha256);
    }
    return html_page("Release report",
                     title_block(result) + promised(result) + not_promised(result) +
                         html_section("Accepted", html_list(accepted_warnings(result))) +
                         rows_of_tables(result) + columns(result) + proofs(result) +
                         html_section("Assumed", html_list(result.tables.assumptions)) +
                         html_section("The run", html_list(how)) +
                         html_section("Files", html_list(result.outputs)));
}

}  // namespace kanon::linked
