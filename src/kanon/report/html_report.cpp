// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/count_text.hpp"
#include "kanon/problem/policy_file.hpp"
#include "kanon/report/charts.hpp"
#include "kanon/report/distributions.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--ink:#1d2733;--soft:#5b6b7b;--line:#d7dee6;--bar:#2f6f9f;--good:#1f7a4d;--page:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9fb0c0;--line:#33414f;--bar:#6fb1e0;--good:#62c796;--page:#14191f}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:64rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin-top:2.2rem;border-bottom:1px solid var(--line)}
table{border-collapse:collapse}td,th{padding:.25rem .9rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
td.n{text-align:right;font-variant-numeric:tabular-nums}.good{color:var(--good);font-weight:600}.soft{color:var(--soft)}
pre{background:color-mix(in srgb,var(--ink) 6%,transparent);padding:.8rem;overflow-x:auto}
.pair{display:flex;flex-wrap:wrap;gap:1.5rem;margin-bottom:1rem}svg{max-width:100%;height:auto}
rect{fill:var(--bar)}text{fill:var(--ink);font:12px system-ui,sans-serif}.t{font-weight:600}.l{text-anchor:end}.f{fill:var(--soft)}
)";

void row(std::string& out, std::string_view name, std::string_view value) {
    out += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", html_escape(name), html_escape(value));
}

void section(std::string& out, std::string_view title) {
    out += fmt::format("<h2>{}</h2>\n", html_escape(title));
}

void promised(std::string& out, const RunRecord& record) {
    section(out, "What was promised and proven");
    out += "<table><tr><th>promise</th><th>required</th><th>worst class</th><th></th></tr>\n";
    for (const Proof& proof : record.audit->proofs) {
        out += fmt::format(
            "<tr><td>{}</td><td class=\"n\">{:g}</td><td class=\"n\">{:g}</td>"
            "<td class=\"good\">holds</td></tr>\n",
            html_escape(proof.describe),
            proof.required,
            proof.achieved);
    }
    out += "</table>\n<ul>\n";
    for (const std::string& check : record.audit->checks) {
        out += fmt::format("<li>{}</li>\n", html_escape(check));
    }
    for (const std::string& open : record.audit->not_proven) {
        out += fmt::format("<li><b>not proven:</b> {}</li>\n", html_escape(open));
    }
    out += "</ul>\n";
    if (record.problem->assumptions.empty()) {
        return;
    }
    section(out, "What was assumed");
    out += "<ul>\n";
    for (const std::string& assumption : record.problem->assumptions) {
        out += fmt::format("<li>{}</li>\n", html_escape(assumption));
    }
    out += "</ul>\n";
}

void lost(std::string& out, const RunRecord& record) {
    const Measures& measures = record.audit->measures;
    section(out, "What was lost");
    out += "<table>\n";
    row(out, "rows suppressed", suppression_text(record));
    row(out, "cells starred", count_text(measures.stars));
    row(out, "gcp", fmt::format("{:.4f} (0 nothing lost, 1 everything)", measures.gcp));
    row(out, "discernibility", fmt::format("{:.6g}", measures.dm));
    row(out, "average class / k", fmt::format("{:.3f}", measures.c_avg));
    row(out, "usefulness", fmt::format("{:.3f}", measures.usefulness));
    row(out,
        fmt::format("objective {}", info(record.problem->objective).name),
        fmt::format("{:g}; {}", record.outcome->loss, optimality_text(record)));
    out += "</table>\n";
    std::vector<Bar> bars;
    for (std::size_t j = 0; j < record.problem->quasi_identifiers.size(); ++j) {
        const double percent = 100 * measures.attribute_ncp[j];
        bars.push_back({record.problem->quasi_identifiers[j].name,
                        static_cast<std::uint64_t>(std::llround(percent))});
    }
    out += bar_chart(bars, "Loss per quasi-identifier (mean NCP)", " %");
}

std::vector<Bar> size_bars(const std::vector<std::uint64_t>& histogram) {
    std::vector<Bar> bars;
    for (std::size_t power = 0; power < histogram.size(); ++power) {
        const std::uint64_t low = std::uint64_t{1} << power;
        const std::string label =
            power == 0 ? "1 row" : fmt::format("{} to {} rows", low, 2 * low - 1);
        bars.push_back({label, histogram[power]});
    }
    return bars;
}

void class_sizes(std::string& out, const RunRecord& record) {
    std::vector<std::uint64_t> before;
    for (const std::uint32_t rows : record.problem->row_types.counts) {
        const auto power = static_cast<std::size_t>(std::bit_width(rows) - 1);
        before.resize(std::max(before.size(), power + 1));
        ++before[power];
    }
    section(out, "How many share their quasi-identifiers");
    out += "<div class=\"pair\">\n";
    out += bar_chart(size_bars(before), "Before: groups by size", "");
    out += bar_chart(
        size_bars(record.audit->measures.class_sizes_histogram), "After: classes by size", "");
    out += "</div>\n";
}

void spread(std::string& out, const RunRecord& record) {
    section(out, "How values are spread, before and after");
    out += fmt::format(
        "<p class=\"soft\">Values that fewer than {} released rows hold are pooled as "
        "&ldquo;other&rdquo;.</p>\n",
        record.problem->k);
    for (const Distribution& distribution : distributions(record)) {
        out += "<div class=\"pair\">\n";
        out += bar_chart(distribution.before, distribution.attribute + ", before", "");
        out += bar_chart(distribution.after, distribution.attribute + ", after", "");
        out += "</div>\n";
    }
}

void suppressed(std::string& out, const RunRecord& record) {
    const Problem& problem = *record.problem;
    section(out, "What was suppressed");
    out += fmt::format(
        "<p>{} rows: {}.</p>\n",
        html_escape(suppression_text(record)),
        problem.suppressed == SuppressedRows::star ? "kept, every cell starred" : "left out");
    std::vector<std::string> names = problem.unread;
    for (const std::size_t column : problem.withheld) {
        names.push_back(problem.table.column(column).name);
    }
    if (!names.empty()) {
        out += "<p>Columns never released:";
        for (const std::string& name : names) {
            out += " <b>" + html_escape(name) + "</b>";
        }
        out += "</p>\n";
    }
}

void repeat(std::string& out, const RunRecord& record) {
    section(out, "How to repeat it");
    if (!record.command.empty()) {
        out += fmt::format("<pre>{}</pre>\n", html_escape(record.command));
    }
    out += fmt::format(
        "<p>kanon {}, method {}, seed {}, {} thread{} (the result does not depend on their number)."
        "</p>\n",
        html_escape(record.version),
        html_escape(record.method),
        record.seed,
        record.threads,
        record.threads == 1 ? "" : "s");
    section(out, "The policy");
    out += fmt::format("<pre>{}</pre>\n", html_escape(policy_text(*record.policy)));
}

}  // namespace

std::string html_report(const RunRecord& record) {
    std::string out = fmt::format(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\">"
        "<title>kanon report</title><style>{}</style></head><body>\n<h1>Release report</h1>\n"
        "<p class=\"soft\">{} rows, {} quasi-identifiers, method {} ({})</p>\n",
        kStyle,
        count_text(record.audit->measures.rows),
        record.problem->quasi_identifiers.size(),
        html_escape(record.method),
        html_escape(record.recoding));
    promised(out, record);
    lost(out, record);
    class_sizes(out, record);
    spread(out, record);
    suppressed(out, record);
    repeat(out, record);
    return out + "</body></html>\n";
}

}  // namespace kanon
