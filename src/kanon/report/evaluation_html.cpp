// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/charts.hpp"
#include "kanon/report/evaluation_report.hpp"
#include "kanon/report/evaluation_wording.hpp"
#include "kanon/report/html_style.hpp"
#include "kanon/report/html_text.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

Bar share_bar(std::string label, double share) {
    return {.label = std::move(label), .size = std::max(share, 0.0), .figure = percent_text(share)};
}

void show_queries(const Evaluation& evaluation, std::string& out) {
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
    out += fmt::format("<h2>Count queries</h2>\n<p class=\"soft\">{}.</p>\n<div class=\"pair\">\n",
                       html_escape(queries_title(evaluation)));
    out += bar_chart(median, "median error", full);
    out += bar_chart(mean, "mean error", full);
    out += "</div>\n";
}

std::string change_cell(const std::optional<NumberFigures>& figures,
                        double NumberFigures::*figure) {
    return figures ? fmt::format("{:.6g}", *figures.*figure) : "";
}

void show_columns(const Evaluation& evaluation, std::string& out) {
    if (evaluation.columns.empty()) {
        return;
    }
    std::vector<Bar> bars;
    for (const ColumnFigures& column : evaluation.columns) {
        bars.push_back({.label = column.column,
                        .size = column.hellinger,
                        .figure = fmt::format("{:.4f}", column.hellinger)});
    }
    out += "<h2>Statistics</h2>\n";
    out += bar_chart(bars, "Hellinger distance of each column; a full bar is 1", 1);
    out +=
        "<table>\n<tr><th>numbers</th><th class=\"n\">mean</th><th class=\"n\">released</th>"
        "<th class=\"n\">deviation</th><th class=\"n\">released</th></tr>\n";
    for (const ColumnFigures& column : evaluation.columns) {
        if (column.original && !column.is_date) {
            out += fmt::format(
                "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
                "<td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
                html_escape(column.column),
                change_cell(column.original, &NumberFigures::mean),
                change_cell(column.release, &NumberFigures::mean),
                change_cell(column.original, &NumberFigures::deviation),
                change_cell(column.release, &NumberFigures::deviation));
        }
    }
    out += "</table>\n";
}

void show_classifiers(const Evaluation& evaluation, std::string& out) {
    for (const Classification& each : evaluation.classifications) {
        std::vector<Bar> before{share_bar("always the majority", each.majority)};
        std::vector<Bar> after{share_bar("always the majority", each.majority)};
        for (const Accuracy& accuracy : each.accuracies) {
            before.push_back(share_bar(std::string(accuracy.classifier), accuracy.original));
            after.push_back(share_bar(std::string(accuracy.classifier), accuracy.release));
        }
        out +=
            fmt::format("<h2>Predicting {}</h2>\n<p class=\"soft\">{}.</p>\n<div class=\"pair\">\n",
                        html_escape(each.target),
                        html_escape(classification_title(each)));
        out += bar_chart(before, "before: learned from the original", 1);
        out += bar_chart(after, "after: learned from the release", 1);
        out += "</div>\n";
    }
}

void show_rest(const Evaluation& evaluation, std::string& out) {
    if (evaluation.propensity) {
        out += fmt::format(
            "<h2>Distinguishability</h2>\n<p>pMSE {:.6g}, {:.4g} times what is "
            "expected of rows that cannot be told apart.</p>\n",
            evaluation.propensity->pmse,
            evaluation.propensity->ratio);
    }
    if (!evaluation.field) {
        return;
    }
    out += "<h2>Measures</h2>\n<table>\n";
    for (const NamedFigure& figure : measure_figures(evaluation)) {
        out += fmt::format("<tr><td>{}</td><td class=\"n\">{}</td></tr>\n",
                           html_escape(figure.meaning),
                           figure.value ? fmt::format("{:.6g}", *figure.value) : "–");
    }
    out += "</table>\n";
}

}  // namespace

std::string evaluation_html(const Evaluation& evaluation) {
    std::string out = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>What the release is good for</title>\n<style>{}</style>\n</head>\n<body>\n"
        "<h1>What the release is good for</h1>\n<p class=\"soft\">{}</p>\n<p>{}</p>\n",
        html_style(),
        html_escape(kEvaluationNote),
        html_escape(rows_line(evaluation)));
    if (!evaluation.notes.empty()) {
        out += "<ul>\n";
        for (const std::string& note : evaluation.notes) {
            out += fmt::format("<li>{}</li>\n", html_escape(note));
        }
        out += "</ul>\n";
    }
    show_queries(evaluation, out);
    show_columns(evaluation, out);
    show_classifiers(evaluation, out);
    show_rest(evaluation, out);
    return out + "</body>\n</html>\n";
}

}  // namespace kanon
