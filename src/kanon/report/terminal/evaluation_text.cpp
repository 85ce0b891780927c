// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/report/evaluation_report.hpp"
#include "kanon/report/evaluation_wording.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

std::string told_number(const std::optional<double>& value) {
    return value ? fmt::format("{:.4g}", *value) : "-";
}

void write_queries(const Evaluation& evaluation, std::string& out) {
    if (evaluation.queries.empty()) {
        return;
    }
    out += fmt::format("\n{}\n{:>10}  {:>12}  {:>8}  {:>8}  {:>8}  {:>8}\n",
                       queries_title(evaluation),
                       "dimensions",
                       "mean answer",
                       "mean",
                       "median",
                       "90 %",
                       "greatest");
    for (const QueryErrors& errors : evaluation.queries) {
        out += fmt::format("{:>10}  {:>12.1f}  {:>8}  {:>8}  {:>8}  {:>8}\n",
                           errors.dimensions,
                           errors.mean_answer,
                           percent_text(errors.mean),
                           percent_text(errors.median),
                           percent_text(errors.ninetieth),
                           percent_text(errors.greatest));
    }
}

void write_columns(const Evaluation& evaluation, std::string& out) {
    if (evaluation.columns.empty()) {
        return;
    }
    out += fmt::format("\nColumns\n{:<20}  {:>9}  {:>9}  {:>7}  {:>23}  {:>23}\n",
                       "",
                       "Hellinger",
                       "variation",
                       "EMD",
                       "mean",
                       "deviation");
    for (const ColumnFigures& column : evaluation.columns) {
        const auto change = [&](double NumberFigures::*figure) {
            return column.original && column.release
                       ? fmt::format(
                             "{:.6g} -> {:.6g}", *column.original.*figure, *column.release.*figure)
                       : "";
        };
        out += fmt::format("{:<20}  {:>9.4f}  {:>9.4f}  {:>7}  {:>23}  {:>23}\n",
                           column.column,
                           column.hellinger,
                           column.total_variation,
                           column.earth_mover ? fmt::format("{:.4f}", *column.earth_mover) : "-",
                           column.is_date ? "" : change(&NumberFigures::mean),
                           change(&NumberFigures::deviation));
    }
    const PairSummary pairs = summary_of(evaluation.pairs);
    if (pairs.pairs > 0) {
        out += fmt::format("{}: Hellinger distance {:.4f} on average, {:.4f} at most ({}, {})\n",
                           count_text(pairs.pairs, "pair"),
                           pairs.mean_hellinger,
                           pairs.worst->hellinger,
                           pairs.worst->first,
                           pairs.worst->second);
    }
    if (pairs.correlation != nullptr) {
        out += fmt::format(
            "correlations: {:.4f} off on average, {:.4f} at most ({}, {}: {:.4f} -> "
            "{:.4f})\n",
            pairs.mean_correlation_change,
            correlation_change(*pairs.correlation),
            pairs.correlation->first,
            pairs.correlation->second,
            *pairs.correlation->correlation_original,
            *pairs.correlation->correlation_release);
    }
    if (const std::optional<Regression>& fit = evaluation.regression) {
        out += fmt::format(
            "regression of {}: R squared {:.4f} -> {:.4f}, 95 % intervals of {} "
            "overlap by {} on average\n",
            fit->target,
            fit->r_squared_original,
            fit->r_squared_release,
            count_text(fit->coefficients.size() - 1, "coefficient"),
            fit->mean_overlap ? percent_text(*fit->mean_overlap) : "-");
    }
}

void write_classifiers(const Evaluation& evaluation, std::string& out) {
    for (const Classification& each : evaluation.classifications) {
        out += fmt::format(
            "\n{}\n{:<20}  {:>9}  {:>9}\n", classification_title(each), "", "original", "release");
        out += fmt::format("{:<20}  {:>9}\n", "always the majority", percent_text(each.majority));
        for (const Accuracy& accuracy : each.accuracies) {
            out += fmt::format("{:<20}  {:>9}  {:>9}\n",
                               accuracy.classifier,
                               percent_text(accuracy.original),
                               percent_text(accuracy.release));
        }
    }
}

void write_rest(const Evaluation& evaluation, std::string& out) {
    if (const std::optional<Propensity>& told = evaluation.propensity) {
        out += fmt::format(
            "\nDistinguishability: pMSE {:.6g}, {:.4g} times what is expected of "
            "rows that cannot be distinguished ({})\n",
            told->pmse,
            told->ratio,
            count_text(told->parameters, "parameter"));
    }
    if (!evaluation.field) {
        return;
    }
    out += "\nMeasures\n";
    for (const NamedFigure& figure : measure_figures(evaluation)) {
        out += fmt::format("{:<34}  {:>12}\n", figure.meaning, told_number(figure.value));
    }
}

}  // namespace

std::string evaluation_text(const Evaluation& evaluation) {
    std::string out = fmt::format("{}\n{}\n", kEvaluationNote, rows_line(evaluation));
    for (const std::string& note : evaluation.notes) {
        out += "note: " + note + "\n";
    }
    write_queries(evaluation, out);
    write_columns(evaluation, out);
    write_classifiers(evaluation, out);
    write_rest(evaluation, out);
    return out;
}

}  // namespace kanon
