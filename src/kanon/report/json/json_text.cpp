// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/json/json_text.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json json_number(std::optional<double> value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

void add_adversary(const Adversary& against, Json& to) {
    if (against.any > 0) {
        to["against"] = {{"any", against.any}};
    } else if (!against.columns.empty()) {
        to["against"] = against.columns;
    }
}

Json warnings_json(std::span<const Warning> warnings) {
    Json list = Json::array();
    for (const Warning& warning : warnings) {
        list.push_back(
            {{"code", warning.code},
             {"text", warning.text},
             {"columns", warning.columns},
             {"accepted", warning.accepted.empty() ? Json(nullptr) : Json(warning.accepted)}});
    }
    return list;
}

std::string json_document(const Json& json) {
    Json out = json;
    if (json.is_object() && !json.contains("schema")) {
        out = Json{{"schema", kDocumentSchema}};
        out.update(json);
    }
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string json_line(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace kanon
