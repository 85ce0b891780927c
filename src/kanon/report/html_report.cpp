// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/count_text.hpp"
#include "kanon/problem/policy_file.hpp"
#include "kanon/report/charts.hpp"
#include "kanon/report/distributions.hpp"
#include "kanon/report/evaluation_section.hpp"
#include "kanon/report/html_style.hpp"
#include "kanon/report/html_text.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/report/run_risk_internal.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

void section(std::string& out, std::string_view title) {
    out += fmt::format("<h2>{}</h2>\n", title);
}

void list(std::string& out, const std::vector<std::string>& lines) {
    if (lines.empty()) {
        return;
    }
    out += "<ul>\n";
    for (const std::string& line : lines) {
        out += fmt::format("<li>{}</li>\n", html_escape(line));
    }
    out += "</ul>\n";
}

void tile(std::string& out, std::string_view figure, std::string_view meaning) {
    out += fmt::format("<div class=\"tile\"><b>{}</b><span>{}</span></div>\n", figure, meaning);
}

/// A tile of a count, over its noun in the number that it asks for and what else there is to say.
void count_tile(std::string& out,
                std::uint64_t count,
                std::string_view noun,
                std::string_view rest) {
    const std::string figure = count_text(count);
    tile(out, figure, count_text(count, noun).substr(figure.size() + 1) + std::string(rest));
}

void overview(std::string& out, const RunRecord& record) {
    const Measures& measures = record.audit->measures;
    out += "<div class=\"tiles\">\n";
    count_tile(out, measures.rows, "row", "");
    count_tile(out, measures.released_rows, "row", " released");
    count_tile(out, measures.suppressed_rows, "row", " suppressed");
    if (record.audit->candidates) {
        count_tile(out, record.audit->candidates->least, "candidate", " of a row at least");
    } else {
        count_tile(out, measures.classes, "class", "");
        count_tile(out, measures.min_class, "row", " in the smallest class");
    }
    const bool by_aggregates = std::isnan(measures.gcp);
    tile(out,
         percent_text(by_aggregates ? measures.sse : measures.gcp),
         by_aggregates ? "lost (SSE / SST)" : "lost (gcp)");
    out += "</div>\n";
}

void promised(std::string& out, const RunRecord& record) {
    section(out, "What was promised and proven");
    out += fmt::format("<p>Proven {}.</p>\n", html_escape(scope_text(record)));
    if (const std::string promise = candidates_text(record); !promise.empty()) {
        out += fmt::format("<p>Promised {}.</p>\n", html_escape(promise));
    }
    out += fmt::format(
        "<table>\n<tr><th>promise</th><th class=\"n\">required</th><th class=\"n\">worst "
        "{}</th><th></th></tr>\n",
        record.audit->candidates ? "candidates" : "class");
    for (const Proof& proof : record.audit->proofs) {
        out += fmt::format(
            "<tr><td>{}</td><td class=\"n\">{} {:.10g}</td><td class=\"n\">{:.10g}</td>"
            "<td class=\"{}\">{}</td></tr>\n",
            html_escape(proof.describe),
            limit_word(proof),
            proof.required,
            proof.achieved,
            proof.holds ? "good" : "soft",
            proof.holds ? "holds" : "not proven");
    }
    out += "</table>\n<p>The auditor read the release anew, beside the original, and proved:</p>\n";
    list(out, checks_beside_proofs(*record.audit));
    if (const std::vector<std::string> lines = exclusion_lines(*record.audit); !lines.empty()) {
        out += "<p>The attacks that these promises rule out, and no others:</p>\n";
        list(out, lines);
    }
    if (!record.audit->not_proven.empty()) {
        out += "<p><b>Not proven:</b></p>\n";
        list(out, record.audit->not_proven);
    }
    const std::vector<std::string> told = told_lines(record);
    if (!told.empty()) {
        out +=
            fmt::format("<p>{} (l-diversity keeps it from being told):</p>\n", told_title(record));
        list(out, told);
    }
}

void assumed(std::string& out, const RunRecord& record) {
    const std::vector<std::string> lines = assumption_lines(record);
    if (!lines.empty()) {
        section(out, "What was assumed");
        list(out, lines);
    }
}

void warned(std::string& out, const RunRecord& record) {
    const std::vector<std::string> open = open_warning_lines(*record.problem);
    if (!open.empty()) {
        out += "<div class=\"warned\"><b>Before this is published</b>\n";
        list(out, open);
        out += "</div>\n";
    }
    const std::vector<std::string> accepted = accepted_warning_lines(*record.problem);
    if (!accepted.empty()) {
        out += "<p>Warnings that the policy accepts, with its reasons:</p>\n";
        list(out, accepted);
    }
}

void row(std::string& out, std::string_view name, std::string_view value) {
    out += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", html_escape(name), html_escape(value));
}

std::vector<Bar> loss_bars(const RunRecord& record) {
    const std::vector<std::string> levels = level_texts(record);
    std::vector<Bar> bars;
    for (std::size_t j = 0; j < record.problem->quasi_identifiers.size(); ++j) {
        const double loss = attribute_loss(record, j);
        bars.push_back(
            {.label = record.problem->quasi_identifiers[j].name,
             .size = loss,
             .figure = percent_text(loss) + (levels.empty() ? "" : ", level " + levels[j])});
    }
    return bars;
}

std::vector<Bar> coding_bars(const RunRecord& record) {
    std::vector<Bar> bars;
    for (const CodingFigures& figures : record.audit->codings) {
        bars.push_back({.label = figures.column,
                        .size = figures.loss,
                        .figure = percent_text(figures.loss) + ", " + figures.coding.text()});
    }
    return bars;
}

void loss_of_classes(std::string& out, const RunRecord& record) {
    const Measures& measures = record.audit->measures;
    row(out, "discernibility", count_text(static_cast<std::uint64_t>(std::llround(measures.dm))));
    row(out, "average class / k", fmt::format("{:.3f}", measures.c_avg));
    row(out,
        "usefulness",
        fmt::format("{:.3f} (less is better; at most {})",
                    measures.usefulness,
                    record.problem->quasi_identifiers.size()));
}

void lost(std::string& out, const RunRecord& record) {
    const Measures& measures = record.audit->measures;
    section(out, "What was lost");
    out += "<table>\n";
    row(out,
        fmt::format("objective {}", info(record.problem->objective).name),
        fmt::format("{:.6g}; {}", record.outcome->loss, optimality_text(record)));
    const auto groups = groups_line(*record.audit);
    row(out, groups.first, groups.second);
    if (record.problem->objective != Objective::gcp && !std::isnan(measures.gcp)) {
        row(out, "gcp", fmt::format("{:.6g}", measures.gcp));
    }
    if (!std::isnan(measures.lm)) {
        row(out, "loss by leaves (lm)", fmt::format("{:.6g}", measures.lm));
    }
    if (record.problem->class_attribute && !record.audit->candidates) {
        row(out,
            "rows unlike most of their class (cm)",
            fmt::format("{}, by {}",
                        percent_text(measures.cm),
                        record.problem->table.column(*record.problem->class_attribute).name));
    }
    if (!record.audit->candidates) {
        loss_of_classes(out, record);
    }
    row(out, "cells starred", count_text(measures.stars));
    out += "</table>\n<h3>Loss per quasi-identifier</h3>\n";
    out += bar_chart(loss_bars(record), "mean NCP over all rows; a full bar is 100 %", 1);
    if (!record.audit->codings.empty()) {
        out += "<h3>Loss by top, bottom and rounding</h3>\n";
        out += bar_chart(coding_bars(record),
                         "other values that a cell may stand for, mean over all rows; a full bar "
                         "is 100 %",
                         1);
    }
}

/// Bars for sizes in [2^i, 2^(i+1)), from the first power that either side has.
std::vector<Bar> size_bars(const std::vector<std::uint64_t>& histogram, std::size_t first) {
    std::vector<Bar> bars;
    for (std::size_t power = first; power < histogram.size(); ++power) {
        const std::uint64_t low = std::uint64_t{1} << power;
        bars.push_back(
            {.label = power == 0
                          ? "1 row"
                          : fmt::format("{} to {} rows", count_text(low), count_text(2 * low - 1)),
             .size = static_cast<double>(histogram[power]),
             .figure = count_text(histogram[power])});
    }
    return bars;
}

void class_sizes(std::string& out, const RunRecord& record) {
    std::vector<std::uint64_t> before;
    std::vector<std::uint64_t> after = record.audit->measures.class_sizes_histogram;
    for (const std::uint32_t rows : record.problem->row_types().counts) {
        const auto power = static_cast<std::size_t>(std::bit_width(rows) - 1);
        before.resize(std::max(before.size(), power + 1));
        ++before[power];
    }
    before.resize(std::max(before.size(), after.size()));
    after.resize(before.size());
    std::size_t first = 0;
    while (first < before.size() && before[first] == 0 && after[first] == 0) {
        ++first;
    }
    const std::vector<Bar> before_bars = size_bars(before, first);
    const std::vector<Bar> after_bars = size_bars(after, first);
    section(out, "How many rows share their quasi-identifiers");
    out += "<p class=\"soft\">Suppressed rows belong to no class.</p>\n<div class=\"pair\">\n";
    out += bar_chart(before_bars, "groups of equal rows, before", greatest_size(before_bars));
    out += bar_chart(after_bars, "classes, after", greatest_size(after_bars));
    out += "</div>\n";
}

std::string_view after_title(Distribution::After kind) {
    switch (kind) {
        case Distribution::After::spellings:
            return "after, as released";
        case Distribution::After::spread:
            return "after, released ranges spread evenly";
        case Distribution::After::unchanged:
            return "before and after: released as it is";
    }
    return "";
}

void before_and_after(std::string& out, const Distribution& attribute) {
    const double full = std::max(greatest_size(attribute.before), greatest_size(attribute.after));
    out += fmt::format("<h3>{}</h3>\n<div class=\"pair\">\n", html_escape(attribute.attribute));
    out += bar_chart(attribute.before, "before", full);
    out += bar_chart(attribute.after, after_title(attribute.kind), full);
    out += "</div>\n";
}

void unchanged(std::string& out, const Distribution& attribute) {
    out += fmt::format("<div>\n<h3>{}</h3>\n", html_escape(attribute.attribute));
    out += bar_chart(attribute.after, after_title(attribute.kind), greatest_size(attribute.after));
    out += "</div>\n";
}

void spread(std::string& out, const RunRecord& record) {
    section(out, "How values are spread, before and after");
    out += fmt::format(
        "<p class=\"soft\">In rows. Values that fewer than {} released rows hold are pooled as "
        "“other”. Suppressed rows are counted in one bar; what they hold is not told.</p>\n",
        count_text(record.problem->k));
    const std::vector<Distribution> all = distributions(record);
    for (const Distribution& attribute : all) {
        if (attribute.kind != Distribution::After::unchanged) {
            before_and_after(out, attribute);
        }
    }
    out += "<div class=\"pair\">\n";
    for (const Distribution& attribute : all) {
        if (attribute.kind == Distribution::After::unchanged) {
            unchanged(out, attribute);
        }
    }
    out += "</div>\n";
}

void evaluated(std::string& out, const RunRecord& record) {
    if (record.evaluation != nullptr) {
        section(out, "What it is still good for");
        out += evaluation_body(*record.evaluation, 3);
    }
}

void suppressed(std::string& out, const RunRecord& record) {
    const Problem& problem = *record.problem;
    section(out, "What was suppressed");
    out += fmt::format("<p>Rows: {}.", html_escape(suppression_text(record)));
    if (record.audit->measures.suppressed_rows > 0) {
        out += problem.suppressed == SuppressedRows::star
                   ? " They are kept, with every cell a star."
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
        out += "<p>Identifying columns, never released:</p>\n";
        list(out, names);
    }
}

/// The policy with everything spelled out, identifying columns that were not even read included.
std::string whole_policy(const Problem& problem) {
    Policy policy = problem.policy;
    for (const std::string& name : problem.unread) {
        policy.attribute(name).role = Role::identifying;
    }
    return policy_text(policy);
}

void repeat(std::string& out, const RunRecord& record) {
    section(out, "How to repeat it");
    if (!record.command.empty()) {
        out += fmt::format("<pre>{}</pre>\n", html_escape(record.command));
    }
    out += fmt::format(
        "<p>kanon {}, {}, seed {}, {}. The release does not depend on the number "
        "of threads.</p>\n",
        html_escape(record.version),
        html_escape(method_text(record)),
        record.seed,
        count_text(record.threads, "thread"));
    section(out, "The policy");
    out += fmt::format(
        "<p class=\"soft\">With every role, hierarchy and promise spelled out.</p>\n"
        "<pre>{}</pre>\n",
        html_escape(whole_policy(*record.problem)));
}

}  // namespace

std::string html_report(const RunRecord& record) {
    std::string out = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>Release report</title>\n<style>{}</style>\n</head>\n<body>\n"
        "<h1>Release report</h1>\n<p class=\"soft\">{}{}, {}: {}</p>\n",
        html_style(),
        record.input.empty() ? "" : html_escape(record.input) + ", ",
        count_text(record.problem->quasi_identifiers.size(), "quasi-identifier"),
        html_escape(method_text(record)),
        html_escape(record.recoding));
    warned(out, record);
    overview(out, record);
    promised(out, record);
    out += run_risk_html(record);
    assumed(out, record);
    lost(out, record);
    if (!record.audit->candidates) {
        class_sizes(out, record);
    }
    spread(out, record);
    evaluated(out, record);
    suppressed(out, record);
    repeat(out, record);
    return out + "</body>\n</html>\n";
}

}  // namespace kanon
