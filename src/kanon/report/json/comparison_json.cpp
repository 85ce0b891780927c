// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/comparison.hpp"
#include "kanon/report/json/json_text.hpp"
#include "kanon/report/node_wording.hpp"

#include <nlohmann/json.hpp>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;

Json run_part(const ComparedRun& run) {
    Json part{{"k", run.k ? Json(*run.k) : Json(nullptr)}, {"method", run.method}};
    if (!run.refused.empty()) {
        part["refused"] = run.refused;
        return part;
    }
    const Measures& measures = run.measures;
    const bool of_classes = measures.classes > 0;
    part["refused"] = nullptr;
    part["made_by"] = run.made_by;
    part["model"] = run.recoding;
    part["ending"] = to_string(run.ending);
    part["objective"] = {{"name", info(run.objective).name},
                         {"value", json_number(run.loss)},
                         {"lower_bound", json_number(run.lower_bound)},
                         {"gap", json_number(run.gap)}};
    part["gcp"] = json_number(measures.gcp);
    part["sse"] = json_number(measures.sse);
    part["suppressed_rows"] = measures.suppressed_rows;
    part["classes"] = of_classes ? Json(measures.classes) : Json(nullptr);
    part["min_class"] = of_classes ? Json(measures.min_class) : Json(nullptr);
    part["highest_risk"] = json_number(run.highest_risk);
    part["average_risk"] = json_number(run.average_risk);
    part["seconds"] = run.seconds;
    return part;
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
    const Problem& problem = *comparison.problem;
    Json out{{"note", kCustodianNote}, {"version", comparison.version}};
    out["rows"] = problem.row_types().row_count();
    Json runs = Json::array();
    for (const ComparedRun& run : comparison.runs) {
        runs.push_back(run_part(run));
    }
    out["runs"] = std::move(runs);
    out["assumptions"] = problem.assumptions;
    out["warnings"] = warnings_json(comparison.warnings);
    return json_document(out);
}

}  // namespace kanon
