// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/run_risk.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/odds_text.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;
using risk::Reidentification;
using risk::Subject;

/// A figure of the risk before and after, in words.
struct RiskLine {
    std::string name;
    std::string before;
    std::string after;
    std::string meaning;
};

std::string rows_text(std::uint64_t rows, std::uint64_t of) {
    return of == 0 ? count_text(rows)
                   : fmt::format("{} ({})",
                                 count_text(rows),
                                 percent_text(static_cast<double>(rows) / static_cast<double>(of)));
}

std::vector<RiskLine> risk_lines(const RunRecord& record) {
    const Reidentification& before = record.risk.before;
    const Reidentification& after = record.risk.after;
    return {{"highest risk",
             odds_text(before.prosecutor.highest),
             odds_text(after.prosecutor.highest),
             "of the row that is easiest to find"},
            {"average risk",
             odds_text(before.prosecutor.average),
             odds_text(after.prosecutor.average),
             "mean over all rows"},
            {"rows above " + odds_text(before.threshold),
             rows_text(before.prosecutor.rows_above, before.rows),
             rows_text(after.prosecutor.rows_above, after.rows),
             "rows with a greater risk than that"},
            {"unique rows",
             rows_text(before.uniques, before.rows),
             rows_text(after.uniques, after.rows),
             "rows whose quasi-identifying values occur once"}};
}

/// By what rows are counted, where that is not themselves.
std::string subject_text(const RunRecord& record) {
    if (record.risk.subject_after == Subject::candidate) {
        return "; after: by candidates, the released rows that may be that person's";
    }
    return record.risk.subject_before == Subject::person ? "; distinct persons are counted" : "";
}

Json found_part(const Reidentification& found, Subject subject) {
    return {{"rows", found.rows},
            {"uniques", found.uniques},
            {"highest", found.prosecutor.highest},
            {"average", found.prosecutor.average},
            {"rows_above", found.prosecutor.rows_above},
            {"subject", to_string(subject)}};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> run_risk_lines(const RunRecord& record) {
    std::vector<std::pair<std::string, std::string>> out;
    for (const RiskLine& line : risk_lines(record)) {
        out.emplace_back(line.name, fmt::format("{} before, {} after", line.before, line.after));
    }
    const bool by_all = knows_all_alone(adversaries_of(record.problem->policy.privacy));
    out.front().second += ", to one who knows that a person is in the table" +
                          std::string(by_all ? "" : ", and all quasi-identifiers") +
                          subject_text(record);
    return out;
}

Json run_risk_json(const RunRecord& record) {
    Json out{{"threshold", record.risk.before.threshold}};
    out["before"] = found_part(record.risk.before, record.risk.subject_before);
    out["after"] = found_part(record.risk.after, record.risk.subject_after);
    out["raised_k"] = record.raised_k ? Json(record.raised_k->k) : Json(nullptr);
    out["tried_k"] = record.raised_k ? Json(record.raised_k->tried) : Json::array();
    return out;
}

std::string html::risk(const RunRecord& record, TermWords& /*words*/) {
    std::string table = html_table({{.title = "risk"},
                                    {.title = "before", .of_figures = true},
                                    {.title = "after", .of_figures = true},
                                    {.title = "meaning"}});
    for (const RiskLine& line : risk_lines(record)) {
        table += fmt::format(
            "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td>"
            "<td>{}</td></tr>\n",
            html_escape(line.name),
            html_figure(line.before),
            html_figure(line.after),
            line.meaning);
    }
    const std::string whose = fmt::format(
        "<p class=\"soft\">The risk that someone who knows the quasi-identifying values of a "
        "person, and that this person is in the table, finds that person's row{}. <code "
        "class=\"flag\">kanon risk</code> has more.</p>\n",
        html_escape(subject_text(record)));
    return html_section("Risk of re-identification, before and after",
                        whose + table + std::string(kHtmlTableEnd));
}

std::string raised_k_text(const RunRecord& record) {
    if (!record.raised_k) {
        return "";
    }
    std::vector<std::uint64_t> tried = record.raised_k->tried;
    std::ranges::sort(tried);
    return fmt::format(
        "the search was by k = {} in place of {}, so that the average risk is kept; "
        "tried were {}",
        record.raised_k->k,
        record.problem->k,
        fmt::join(tried, ", "));
}

}  // namespace kanon
