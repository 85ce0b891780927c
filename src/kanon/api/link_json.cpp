// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/attack.hpp"
#include "kanon/report/json/json_text.hpp"

#include <nlohmann/json.hpp>

#include <limits>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;

Json side_json(const attack::SideFigures& side) {
    Json histogram = Json::array();
    for (const attack::CandidateBucket& bucket : side.histogram) {
        Json greatest = bucket.greatest;
        if (bucket.greatest == std::numeric_limits<std::uint64_t>::max()) {
            greatest = nullptr;
        }
        histogram.push_back(
            {{"least", bucket.least}, {"greatest", greatest}, {"rows", bucket.rows}});
    }
    return {{"rows", side.rows},
            {"without_candidate", side.none},
            {"certain", side.one},
            {"expected", side.expected},
            {"least_candidates", side.least},
            {"histogram", histogram}};
}

Json findings_json(const attack::LinkFindings& of) {
    Json disclosed = Json::object();
    for (const DisclosedRows& column : of.disclosed) {
        disclosed[column.column] = column.rows;
    }
    return {{"outside", side_json(of.outside)},
            {"released", side_json(of.released)},
            {"starred_rows", of.starred_rows},
            {"disclosed", disclosed}};
}

}  // namespace

std::string link_json(const LinkReport& report) {
    Json json{{"attack", "link"}, {"release", findings_json(report.after)}};
    json["original"] = report.before ? findings_json(*report.before) : Json(nullptr);
    return json_document(json);
}

}  // namespace kanon
