// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html/evaluation_section.hpp"

#include "kanon/base/text/short_number.hpp"
#include "kanon/report/evaluation_wording.hpp"
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/pictures/charts.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace kanon {
namespace {

Bar share_bar(std::string label, double share) {
    return {.label = std::move(label), .size = std::max(share, 0.0), .figure = percent_text(share)};
}

/// Two charts side by side, below what they are of.
std::string pair_of_charts(std::string_view of,
                           const std::string& left_html,
                           const std::string& right_html) {
    return fmt::format("<p class=\"soft\">{}.</p>\n<div class=\"pair\">\n{}{}</div>\n",
                       html_escape(of),
                       left_html,
                       right_html);
}

void show_queries(const Evaluation& evaluation, int depth, std::string& out) {
    if (evaluation.queries.empty()) {
        return;
    }
    std::vector<Bar> median;
    std::vector<Bar> mean;
    for (const QueryErrors& errors : evaluation.queries) {
        const std::string label =
            fmt::format("{} column{}", errors.dimensions, errors.dimensions == 1 ? "" : "s");
        median.push_back(share_bar(label, errors.median));
        mean.push_back(share_bar(label, errors.mean));
    }
    const double full = std::max(greatest_size(median), greatest_size(mean));
    out += html_section("Count queries",
                        pair_of_charts(queries_title(evaluation),
                                       bar_chart(median, "median error", full),
                                       bar_chart(mean, "mean error", full)),
                        depth);
}

std::string change_cell(const std::optional<NumberFigures>& figures,
                        double NumberFigures::*figure) {
    return figures ? short_number(*figures.*figure) : "";
}

/// Mean and deviation of numbers, before and after.
std::string numbers_table(const Evaluation& evaluation) {
    std::string out = html_table({{.title = "numbers, original → release"},
                                  {.title = "mean", .of_figures = true},
                                  {.title = "deviation", .of_figures = true}});
    bool any = false;
    for (const ColumnFigures& column : evaluation.columns) {
        if (column.original && !column.is_date) {
            any = true;
            out += fmt::format(
                "<tr><th scope=\"row\">{}</th><td class=\"n\">{} → {}</td><td class=\"n\">{} → "
                "{}</td></tr>\n",
                html_name(column.column),
                change_cell(column.original, &NumberFigures::mean),
                change_cell(column.release, &NumberFigures::mean),
                change_cell(column.original, &NumberFigures::deviation),
                change_cell(column.release, &NumberFigures::deviation));
        }
    }
    return any ? out + std::string(kHtmlTableEnd) : "";
}

void show_columns(const Evaluation& evaluation, int depth, std::string& out) {
    if (evaluation.columns.empty()) {
        return;
    }
    std::vector<Bar> bars;
    for (const ColumnFigures& column : evaluation.columns) {
        bars.push_back({.label = column.column,
                        .size = column.hellinger,
                        .figure = short_number(column.hellinger)});
    }
    out += html_section("Statistics",
                        bar_chart(bars, "Hellinger distance of each column; a full bar is 1", 1) +
                            numbers_table(evaluation),
                        depth);
}

void show_classifiers(const Evaluation& evaluation, int depth, std::string& out) {
    for (const Classification& each : evaluation.classifications) {
        std::vector<Bar> before{share_bar("always the majority", each.majority)};
        std::vector<Bar> after{share_bar("always the majority", each.majority)};
        for (const Accuracy& accuracy : each.accuracies) {
            before.push_back(share_bar(std::string(accuracy.classifier), accuracy.original));
            after.push_back(share_bar(std::string(accuracy.classifier), accuracy.release));
        }
        out +=
            html_section("Predicting " + each.target,
                         pair_of_charts(classification_title(each),
                                        bar_chart(before, "before: learned from the original", 1),
                                        bar_chart(after, "after: learned from the release", 1)),
                         depth);
    }
}

void show_rest(const Evaluation& evaluation, int depth, std::string& out) {
    if (evaluation.propensity) {
        out += html_section(
            "Distinguishability",
            fmt::format(
                "<p>pMSE {}: {} times what is expected where nobody can distinguish released "
                "rows from original ones.</p>\n",
                html_escape(short_number(evaluation.propensity->pmse)),
                html_escape(short_number(evaluation.propensity->ratio))),
            depth);
    }
    if (!evaluation.field) {
        return;
    }
    std::string table = html_table({{.title = "measure"}, {.title = "value", .of_figures = true}});
    for (const NamedFigure& figure : measure_figures(evaluation)) {
        table += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td></tr>\n",
                             html_escape(figure.meaning),
                             html_escape(figure.value ? exact_or_short(*figure.value) : "–"));
    }
    out += html_section("Measures", table + std::string(kHtmlTableEnd), depth);
}

std::string queries_text(const Evaluation& evaluation) {
    std::vector<std::string> errors;
    std::vector<std::size_t> columns;
    for (const QueryErrors& each : evaluation.queries) {
        errors.push_back(percent_text(each.median));
        columns.push_back(each.dimensions);
    }
    return fmt::format("median error {} with {} {}",
                       fmt::join(errors, ", "),
                       fmt::join(columns, ", "),
                       columns == std::vector<std::size_t>{1} ? "column" : "columns");
}

std::string classifiers_text(const Classification& classification) {
    std::string out;
    for (const Accuracy& accuracy : classification.accuracies) {
        out += fmt::format("{} {} -> {}, ",
                           accuracy.classifier,
                           percent_text(accuracy.original),
                           percent_text(accuracy.release));
    }
    return out + fmt::format("the majority is {}", percent_text(classification.majority));
}

std::string measures_text(const FieldMeasures& field) {
    std::vector<std::string> parts;
    const auto add = [&](const std::optional<double>& value, std::string_view name) {
        if (value) {
            parts.push_back(fmt::format("{} {:.4g}", name, *value));
        }
    };
    add(field.non_uniform_entropy_share, "entropy");
    add(field.granularity, "granularity");
    add(field.kl_divergence, "KL divergence");
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string evaluation_body(const Evaluation& evaluation, int depth) {
    std::string out = fmt::format("<p>{}</p>\n", html_escape(rows_line(evaluation)));
    out += html_list(evaluation.notes);
    show_queries(evaluation, depth, out);
    show_columns(evaluation, depth, out);
    show_classifiers(evaluation, depth, out);
    show_rest(evaluation, depth, out);
    return out;
}

std::vector<std::pair<std::string, std::string>> evaluation_lines(const Evaluation& evaluation) {
    std::vector<std::pair<std::string, std::string>> lines;
    if (!evaluation.queries.empty()) {
        lines.emplace_back("count queries", queries_text(evaluation));
    }
    if (const PairSummary pairs = summary_of(evaluation.pairs); pairs.pairs > 0) {
        lines.emplace_back("pairs of columns",
                           fmt::format("Hellinger distance {:.4f} on average, {:.4f} at most",
                                       pairs.mean_hellinger,
                                       pairs.worst->hellinger));
    }
    for (const Classification& each : evaluation.classifications) {
        lines.emplace_back("predicting " + each.target, classifiers_text(each));
    }
    if (evaluation.propensity) {
        lines.emplace_back(
            "telling rows apart",
            fmt::format("pMSE {:.4g} times what chance gives", evaluation.propensity->ratio));
    }
    if (evaluation.field) {
        lines.emplace_back("measures", measures_text(*evaluation.field));
    }
    return lines;
}

std::string html::evaluation(const RunRecord& record, TermWords& /*words*/) {
    return record.evaluation == nullptr ? ""
                                        : html_section("What the data can still be used for",
                                                       evaluation_body(*record.evaluation, 3));
}

}  // namespace kanon
