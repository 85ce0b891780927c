// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/short_number.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/pictures/charts.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace kanon::html {
namespace {

/// A row of a table: a name, what its term means, a value.
void figure_row(std::string& out,
                std::string_view name,
                const std::string& meaning_html,
                std::string_view value) {
    out += fmt::format("<tr><th scope=\"row\">{}{}</th><td>{}</td></tr>\n",
                       html_escape(name),
                       meaning_html,
                       html_escape(value));
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

void class_figures(std::string& out, const RunRecord& record, TermWords& words) {
    const Measures& measures = record.audit->measures;
    figure_row(out,
               "discernibility",
               html_meaning(words, "discernibility"),
               exact_or_short(std::round(measures.dm)));
    figure_row(out,
               "average class / k",
               html_meaning(words, "average class / k"),
               short_number(measures.c_avg));
    figure_row(out,
               "usefulness",
               html_meaning(words, "usefulness"),
               fmt::format("{}; 0 is the best, {} the worst",
                           short_number(measures.usefulness),
                           record.problem->quasi_identifiers.size()));
}

std::string loss_table(const RunRecord& record, TermWords& words) {
    const Measures& measures = record.audit->measures;
    std::string out = html_table({{.title = "measure"}, {.title = "value"}});
    figure_row(out,
               fmt::format("objective {}", info(record.problem->objective).name),
               html_meaning(words, "objective"),
               short_number(record.outcome->loss) + "; " + optimality_text(record));
    const auto groups = groups_line(*record.audit);
    figure_row(out, groups.first, "", groups.second);
    if (record.problem->objective != Objective::gcp && !std::isnan(measures.gcp)) {
        figure_row(out, "gcp", html_meaning(words, "gcp"), short_number(measures.gcp));
    }
    if (!std::isnan(measures.lm)) {
        figure_row(
            out, "loss by leaves (lm)", html_meaning(words, "lm"), short_number(measures.lm));
    }
    if (record.problem->class_attribute && !record.audit->candidates) {
        figure_row(
            out,
            "rows that differ from most of their class (cm)",
            html_meaning(words, "cm"),
            fmt::format("{}, by {}",
                        percent_text(measures.cm),
                        record.problem->table.column(*record.problem->class_attribute).name));
    }
    if (!record.audit->candidates) {
        class_figures(out, record, words);
    }
    figure_row(out,
               "suppressed cells",
               html_meaning(words, "suppressed cells"),
               count_text(measures.stars));
    return out + std::string(kHtmlTableEnd);
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

}  // namespace

std::string loss(const RunRecord& record, TermWords& /*words*/) {
    std::string out = fmt::format("<p>{}.</p>\n", html_words(utility_text(record)));
    out += bar_chart(loss_bars(record),
                     "detail lost in each quasi-identifying column, mean over all rows; a full bar "
                     "is 100 %",
                     1);
    if (!record.audit->codings.empty()) {
        out += "<h3>Loss by top, bottom and rounding</h3>\n";
        out += bar_chart(coding_bars(record),
                         "other values that a cell may stand for, mean over all rows; a full bar "
                         "is 100 %",
                         1);
    }
    return html_section("What was lost", out);
}

std::string loss_measures(const RunRecord& record, TermWords& words) {
    std::string out = loss_table(record, words);
    if (record.outcome->lower_bound) {
        out += html_term(words, "bound");
    }
    return html_section("Measures of loss", out);
}

std::string class_sizes(const RunRecord& record, TermWords& words) {
    if (record.audit->candidates) {
        return "";
    }
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
    return html_section(
        "Class sizes, before and after",
        html_term(words, "class") +
            "<p class=\"soft\">Suppressed rows belong to no class.</p>\n<div class=\"pair\">\n" +
            bar_chart(before_bars,
                      "rows with the same quasi-identifying values, before",
                      greatest_size(before_bars)) +
            bar_chart(after_bars, "classes, after", greatest_size(after_bars)) + "</div>\n");
}

}  // namespace kanon::html
