// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/evaluation_report.hpp"
#include "kanon/report/evaluation_wording.hpp"
#include "kanon/report/json/json_text.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;

Json queries_part(const Evaluation& evaluation) {
    Json list = Json::array();
    for (const QueryErrors& errors : evaluation.queries) {
        list.push_back({{"dimensions", errors.dimensions},
                        {"queries", errors.queries},
                        {"mean_answer", errors.mean_answer},
                        {"mean", errors.mean},
                        {"median", errors.median},
                        {"percentile_90", errors.ninetieth},
                        {"greatest", errors.greatest}});
    }
    return {{"selectivity", evaluation.query_options.selectivity},
            {"sanity_bound", evaluation.query_options.sanity_bound},
            {"errors", std::move(list)}};
}

Json numbers_part(const std::optional<NumberFigures>& figures) {
    if (!figures) {
        return nullptr;
    }
    return {{"mean", figures->mean},
            {"deviation", figures->deviation},
            {"quantiles", figures->quantiles}};
}

Json columns_part(const Evaluation& evaluation) {
    Json list = Json::array();
    for (const ColumnFigures& column : evaluation.columns) {
        list.push_back({{"name", column.column},
                        {"hellinger", column.hellinger},
                        {"total_variation", column.total_variation},
                        {"earth_mover", json_number(column.earth_mover)},
                        {"days", column.is_date},
                        {"original", numbers_part(column.original)},
                        {"release", numbers_part(column.release)}});
    }
    return list;
}

Json pairs_part(const Evaluation& evaluation) {
    Json list = Json::array();
    for (const PairFigures& pair : evaluation.pairs) {
        list.push_back({{"columns", Json::array({pair.first, pair.second})},
                        {"hellinger", pair.hellinger},
                        {"total_variation", pair.total_variation},
                        {"correlation_original", json_number(pair.correlation_original)},
                        {"correlation_release", json_number(pair.correlation_release)}});
    }
    return list;
}

Json coefficient_part(const std::optional<learn::Coefficient>& coefficient) {
    if (!coefficient) {
        return nullptr;
    }
    return {{"value", coefficient->value}, {"error", coefficient->error}};
}

Json regression_part(const std::optional<Regression>& regression) {
    if (!regression) {
        return nullptr;
    }
    Json list = Json::array();
    for (const CoefficientPair& pair : regression->coefficients) {
        list.push_back({{"feature", pair.feature},
                        {"original", coefficient_part(pair.original)},
                        {"release", coefficient_part(pair.release)},
                        {"overlap", json_number(pair.overlap)}});
    }
    return {{"target", regression->target},
            {"original_rows", regression->original_rows},
            {"release_rows", regression->release_rows},
            {"r_squared_original", regression->r_squared_original},
            {"r_squared_release", regression->r_squared_release},
            {"mean_overlap", json_number(regression->mean_overlap)},
            {"coefficients", std::move(list)}};
}

Json classifiers_part(const Evaluation& evaluation) {
    Json list = Json::array();
    for (const Classification& each : evaluation.classifications) {
        Json accuracies = Json::object();
        for (const Accuracy& accuracy : each.accuracies) {
            accuracies[std::string(accuracy.classifier)] = {{"original", accuracy.original},
                                                            {"release", accuracy.release}};
        }
        list.push_back({{"target", each.target},
                        {"values", each.labels},
                        {"rows", each.rows},
                        {"training_rows", each.training_rows},
                        {"folds", each.folds},
                        {"held_out", each.held_out},
                        {"features", to_string(each.features)},
                        {"majority", each.majority},
                        {"accuracy", std::move(accuracies)}});
    }
    return list;
}

Json propensity_part(const std::optional<Propensity>& propensity) {
    if (!propensity) {
        return nullptr;
    }
    return {{"pmse", propensity->pmse},
            {"expected", propensity->expected},
            {"ratio", propensity->ratio},
            {"parameters", propensity->parameters},
            {"original_rows", propensity->original_rows},
            {"released_rows", propensity->released_rows}};
}

Json measures_part(const Evaluation& evaluation) {
    if (!evaluation.field) {
        return nullptr;
    }
    Json out{{"gs_factor", evaluation.gs_factor}};
    for (const NamedFigure& figure : measure_figures(evaluation)) {
        out[std::string(figure.key)] = json_number(figure.value);
    }
    return out;
}

}  // namespace

Json evaluation_part(const Evaluation& evaluation) {
    Json out{{"note", kEvaluationNote}};
    out["original_rows"] = evaluation.original_rows;
    out["released_rows"] = evaluation.released_rows;
    out["left_out_rows"] = evaluation.left_out;
    out["traced"] = evaluation.traced;
    out["notes"] = evaluation.notes;
    out["queries"] = queries_part(evaluation);
    out["quantiles"] = kStatedQuantiles;
    out["columns"] = columns_part(evaluation);
    out["pairs"] = pairs_part(evaluation);
    out["regression"] = regression_part(evaluation.regression);
    out["classifiers"] = classifiers_part(evaluation);
    out["distinguishability"] = propensity_part(evaluation.propensity);
    out["measures"] = measures_part(evaluation);
    return out;
}

std::string evaluation_json(const Evaluation& evaluation) {
    return json_document(evaluation_part(evaluation));
}

}  // namespace kanon
