// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/evaluation_wording.hpp"

#include "kanon/base/text/count_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace kanon {

std::string rows_line(const Evaluation& evaluation) {
    return fmt::format("{} in the original, {} in the release{}; {}",
                       count_text(evaluation.original_rows, "row"),
                       count_text(evaluation.released_rows),
                       evaluation.left_out > 0
                           ? fmt::format(", {} left out", count_text(evaluation.left_out))
                           : "",
                       evaluation.traced ? "row by row" : "rows cannot be traced");
}

std::string queries_title(const Evaluation& evaluation) {
    return fmt::format(
        "Count queries: {} of each number of dimensions, selectivity {:g}, relative "
        "error (divided by {:g} of the rows at least)",
        count_text(evaluation.query_options.queries),
        evaluation.query_options.selectivity,
        evaluation.query_options.sanity_bound);
}

std::string classification_title(const Classification& classification) {
    return fmt::format(
        "Predicting {} ({}) of {} by the quasi-identifiers, {} features, {}: share that is right",
        classification.target,
        count_text(classification.labels, "value"),
        count_text(classification.rows, "original row"),
        to_string(classification.features),
        classification.held_out
            ? count_text(classification.folds, "fold")
            : fmt::format("learned from the whole release; from the original in {}",
                          count_text(classification.folds, "fold")));
}

double correlation_change(const PairFigures& pair) {
    return std::abs(*pair.correlation_release - *pair.correlation_original);
}

PairSummary summary_of(const std::vector<PairFigures>& pairs) {
    PairSummary out{.pairs = pairs.size()};
    std::size_t correlations = 0;
    for (const PairFigures& pair : pairs) {
        out.mean_hellinger += pair.hellinger / static_cast<double>(pairs.size());
        if (out.worst == nullptr || pair.hellinger > out.worst->hellinger) {
            out.worst = &pair;
        }
        if (!pair.correlation_original || !pair.correlation_release) {
            continue;
        }
        ++correlations;
        out.mean_correlation_change += correlation_change(pair);
        if (out.correlation == nullptr ||
            correlation_change(pair) > correlation_change(*out.correlation)) {
            out.correlation = &pair;
        }
    }
    if (correlations > 0) {
        out.mean_correlation_change /= static_cast<double>(correlations);
    }
    return out;
}

std::vector<NamedFigure> measure_figures(const Evaluation& evaluation) {
    const FieldMeasures& field = *evaluation.field;
    std::vector<NamedFigure> out{
        {"precision", "precision", field.precision},
        {"granularity", "granularity (1 - lm)", field.granularity},
        {"loss", "loss, arithmetic mean, gs-factor", field.loss_arithmetic},
        {"loss_geometric", "loss, geometric mean, gs-factor", field.loss_geometric},
        {"non_uniform_entropy", "non-uniform entropy, bits", field.non_uniform_entropy},
        {"non_uniform_entropy_share",
         "non-uniform entropy, normalized",
         field.non_uniform_entropy_share},
        {"ambiguity", "ambiguity", field.ambiguity},
        {"kl_divergence", "KL divergence, nats", field.kl_divergence},
        {"squared_error", "squared error (SSE / SST)", field.squared_error}};
    if (evaluation.measures) {
        const Measures& measures = *evaluation.measures;
        const std::vector<NamedFigure> others{
            {"gcp", "gcp", measures.gcp},
            {"lm", "lm", measures.lm},
            {"dm", "discernibility (dm)", measures.dm},
            {"c_avg", "average class / k (c_avg)", measures.c_avg},
            {"classes", "classes", static_cast<double>(measures.classes)},
            {"usefulness", "usefulness", measures.usefulness}};
        out.insert(out.end(), others.begin(), others.end());
    }
    for (NamedFigure& figure : out) {
        if (figure.value && !std::isfinite(*figure.value)) {
            figure.value.reset();
        }
    }
    return out;
}

}  // namespace kanon
