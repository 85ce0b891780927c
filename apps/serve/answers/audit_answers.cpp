// SPDX-License-Identifier: Apache-2.0
#include "answers/audit_answers.hpp"

#include "kanon/api/read_settings.hpp"

namespace kanon::serve {
namespace {

Json optional_json(const std::optional<double>& number) {
    return number ? Json(*number) : Json(nullptr);
}

Json models_json() {
    Json out = Json::array();
    for (const ModelInfo& model : privacy_models()) {
        Json parameters = Json::array();
        for (const ModelParameter& parameter : model.parameters) {
            parameters.push_back({{"name", parameter.name},
                                  {"meaning", parameter.meaning},
                                  {"kinds", parameter.kinds},
                                  {"whole", parameter.whole},
                                  {"least", parameter.least},
                                  {"greatest", parameter.greatest},
                                  {"default", optional_json(parameter.fallback)}});
        }
        out.push_back({{"name", model.name},
                       {"summary", model.summary},
                       {"kinds", model.kinds},
                       {"attribute", model.needs.attribute},
                       {"population", model.needs.population},
                       {"parameters", parameters}});
    }
    return out;
}

Json methods_json() {
    Json out = Json::array();
    out.push_back({{"name", "auto"},
                   {"summary", "tries what suits the table and takes what loses least"},
                   {"recoding", ""}});
    for (const MethodInfo& method : methods()) {
        out.push_back({{"name", method.name},
                       {"summary", method.summary},
                       {"recoding", to_string(method.recoding)}});
    }
    return out;
}

}  // namespace

Json point_json(const ComparedRun& run) {
    Json out{{"k", run.k ? Json(*run.k) : Json(nullptr)}, {"refused", run.refused}};
    if (run.refused.empty()) {
        out["method"] = run.made_by;
        out["objective"] = info(run.objective).name;
        out["loss"] = run.loss;
        out["suppressed_rows"] = run.measures.suppressed_rows;
        out["classes"] = run.measures.classes;
        out["highest_risk"] = optional_json(run.highest_risk);
        out["average_risk"] = optional_json(run.average_risk);
    }
    return out;
}

Json catalogue_json() {
    Json settings = Json::array();
    for (const ReadSetting& setting : read_settings()) {
        settings.push_back(
            {{"name", setting.name}, {"takes", setting.takes}, {"meaning", setting.meaning}});
    }
    Json warnings = Json::object();
    for (const WarningInfo& warning : warning_catalogue()) {
        warnings[std::string(warning.code)] = {{"meaning", warning.meaning},
                                               {"remedy", warning.remedy}};
    }
    return {{"version", version()},
            {"models", models_json()},
            {"methods", methods_json()},
            {"read_settings", settings},
            {"warnings", warnings}};
}

}  // namespace kanon::serve
