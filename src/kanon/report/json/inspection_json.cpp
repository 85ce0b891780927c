// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/json/json_text.hpp"
#include "kanon/report/reports.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;

Json suggested_columns(const Inspection& seen) {
    Json out = Json::array();
    for (const ColumnSuggestion& column : seen.columns) {
        out.push_back({{"name", column.name},
                       {"type", to_string(column.type)},
                       {"distinct", column.distinct},
                       {"missing_rows", column.missing_rows},
                       {"unique_share", column.unique_share},
                       {"role", to_string(column.role)},
                       {"unknown", column.unknown},
                       {"why", column.why}});
    }
    return out;
}

Json suggested_person(const Inspection& seen) {
    if (!seen.person) {
        return nullptr;
    }
    return {{"column", seen.person->column},
            {"persons", seen.person->persons},
            {"rows", seen.person->rows},
            {"why", seen.person->why}};
}

}  // namespace

std::string inspection_json(const Inspection& inspection, const std::vector<std::string>& said) {
    Json out{{"schema", 1},
             {"rows", inspection.rows},
             {"columns", suggested_columns(inspection)},
             {"person", suggested_person(inspection)}};
    out["singling_sets"] = Json::array();
    for (const SinglingSet& set : inspection.singling_sets) {
        out["singling_sets"].push_back({{"columns", set.columns},
                                        {"unique_rows", set.unique_rows},
                                        {"unique_share", set.unique_share},
                                        {"separation", set.separation}});
    }
    out["unique_rows"] = inspection.least_sets.unique_rows;
    out["least_sets"] = Json::array();
    for (const LeastSet& set : inspection.least_sets.sets) {
        out["least_sets"].push_back({{"share", set.share},
                                     {"columns", set.columns},
                                     {"unique_rows", set.unique_rows},
                                     {"at_least", set.at_least},
                                     {"proven", set.at_least == set.columns.size()}});
    }
    out["warnings"] = Json::array();
    for (const Warning& warning : inspection.warnings) {
        out["warnings"].push_back(
            {{"code", warning.code}, {"text", warning.text}, {"columns", warning.columns}});
    }
    out["read"] = said;
    return out.dump(2) + "\n";
}

}  // namespace kanon
