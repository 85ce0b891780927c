// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_schema.hpp"

#include "kanon/base/check.hpp"
#include "kanon/io/reading/read_settings.hpp"
#include "kanon/policy/pattern_settings.hpp"
#include "kanon/policy/policy_keys.hpp"
#include "kanon/policy/policy_settings.hpp"
#include "kanon/policy/warnings.hpp"
#include "kanon/quality/objective.hpp"
#include "kanon/task/task.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;
namespace keys = detail::policy_keys;

Json referred(std::string_view definition) {
    return {{"$ref", "#/definitions/" + std::string(definition)}};
}

Json described(std::string_view description, const Json& schema) {
    Json out{{"description", description}};
    out.update(schema);
    return out;
}

Json words(std::span<const std::string_view> known) {
    Json list = Json::array();
    for (const std::string_view word : known) {
        list.push_back(word);
    }
    return {{"enum", std::move(list)}};
}

/// `false`, `true` as YAML has them, or quoted; with further words.
Json flag(std::span<const std::string_view> more = {}) {
    Json out = words(std::array<std::string_view, 2>{"false", "true"});
    out["enum"].push_back(false);
    out["enum"].push_back(true);
    for (const std::string_view word : more) {
        out["enum"].push_back(word);
    }
    return out;
}

Json list_of(Json item) {
    return {{"type", "array"}, {"items", std::move(item)}};
}

Json any_of(std::vector<Json> choices) {
    return {{"anyOf", std::move(choices)}};
}

Json map_of(std::span<const std::string_view> known,
            const std::map<std::string_view, Json>& values) {
    KANON_CHECK(known.size() == values.size());  // a key without a schema, or the other way round
    Json properties = Json::object();
    for (const std::string_view key : known) {
        properties[std::string(key)] = values.at(key);
    }
    return {
        {"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

/// One setting of how a file is read.
Json setting_schema(std::string_view name) {
    const ReadSetting& setting = find_read_setting(name);
    const bool several = setting.name == "date-format";
    const Json value = setting.takes.empty() ? flag() : referred("text");
    return described(setting.meaning, several ? any_of({value, list_of(value)}) : value);
}

Json hierarchy_schema() {
    Json map = map_of(
        keys::kHierarchy,
        {{"file",
          described("one line for each value, its generalizations behind it", referred("text"))},
         {"encoding", setting_schema("encoding")},
         {"delimiter", setting_schema("delimiter")},
         {"header", described("the first line is no value of the column", flag())},
         {"intervals",
          described("widths, each a multiple of the one before",
                    any_of({referred("number"), list_of(referred("number"))}))},
         {"below", described("values below share one interval", referred("number"))},
         {"above", described("values from here on share one interval", referred("number"))},
         {"mask", described("the side from which characters are masked", words(keys::kSides))},
         {"step", described("characters masked for each level", referred("whole"))},
         {"character", described("in place of *", referred("text"))},
         {"levels", described("masked levels, at most", referred("whole"))},
         {"parts",
          described("true: each part between blanks, points, hyphens and slashes by itself",
                    flag())},
         {"date",
          described("periods of dates, from the finest",
                    any_of({words(keys::kPeriods), list_of(words(keys::kPeriods))}))},
         {"tree", described("labels over values", {{"type", Json::array({"object", "array"})}})}});
    return any_of({words(keys::kHierarchyWords), std::move(map)});
}

/// What a key that holds one value takes.
Json value_schema(SettingType type, std::string_view known) {
    switch (type) {
        case SettingType::text:
        case SettingType::value:
            return referred("text");
        case SettingType::number:
            return referred("number");
        case SettingType::whole:
            return referred("whole");
        case SettingType::limit:
            return referred("limit");
        case SettingType::yes_or_no:
            return flag();
        case SettingType::word:
        case SettingType::rule:
            break;
    }
    Json list = Json::array();
    for (std::string_view rest = known; !rest.empty();) {
        const std::size_t end = std::min(rest.find('|'), rest.size());
        list.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {{"enum", std::move(list)}};
}

using Schemas = std::map<std::string_view, Json>;

/// Those of settings, beside others.
template <class Of>
Schemas with_settings(Schemas others, std::span<const Setting<Of>> settings) {
    for (const Setting<Of>& setting : settings) {
        others.try_emplace(setting.key,
                           described(setting.meaning, value_schema(setting.type, setting.words)));
    }
    return others;
}

Json pseudonym_schema() {
    Json map =
        map_of(keys::kPseudonym,
               {{"key", described("the file of the key", referred("text"))},
                {"format", described("prefix and number of digits, P+8", referred("text"))}});
    map["required"] = Json::array({"key"});
    return map;
}

Json shift_schema() {
    Json map = map_of(keys::kShift,
                      {{"by", described("the column of persons", referred("text"))},
                       {"within", described("days, 60d", referred("text"))},
                       {"weekdays", described("shift by whole weeks", flag())},
                       {"key", described("the file of the key", referred("text"))}});
    map["required"] = Json::array({"by", "within", "key"});
    return map;
}

Json attribute_schema() {
    const Schemas others{
        {"hierarchy", described("how values are made coarser", hierarchy_schema())},
        {"pseudonym",
         described("pseudonyms under a secret key, in place of its values",
                   any_of({referred("text"), pseudonym_schema()}))},
        {"shift",
         described("dates shifted by a secret number of days for each person", shift_schema())},
        {"levels",
         described(
             "the least and the greatest level",
             {{"type", "array"}, {"items", referred("whole")}, {"minItems", 2}, {"maxItems", 2}})}};
    Json map = map_of(keys::of_attribute(), with_settings(others, attribute_settings()));
    return any_of({{{"type", "null"}}, std::move(map)});
}

/// Of a parameter that kinds take differently: what any of them takes.
Json parameter_schema(std::span<const ModelParameter> parameters, std::string_view name) {
    std::string_view meaning;
    bool whole = true;
    for (const ModelParameter& parameter : parameters) {
        if (parameter.name == name) {
            meaning = meaning.empty() ? parameter.meaning : meaning;
            whole = whole && parameter.whole;
        }
    }
    return described(meaning, referred(whole ? "whole" : "number"));
}

Json model_value(const ModelInfo& info, std::string_view key) {
    if (std::ranges::find(info.parameters, key, &ModelParameter::name) != info.parameters.end()) {
        return parameter_schema(info.parameters, key);
    }
    if (key == "with") {
        return described("joined with the attribute: their values together are one",
                         any_of({referred("text"), referred("names")}));
    }
    if (key == "kind") {
        Json known = Json::array();
        for (std::string_view rest = info.kinds; !rest.empty();) {
            const std::size_t end = std::min(rest.find(','), rest.size());
            known.push_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return {{"enum", std::move(known)}};
    }
    KANON_CHECK(key == "attribute" || key == "value");
    return described(key == "value" ? "the one value to protect" : "a sensitive column",
                     referred("text"));
}

Json model_schema(const ModelInfo& info) {
    const std::vector<std::string_view> known = keys::of_model(info);
    std::map<std::string_view, Json> values;
    for (const std::string_view key : known) {
        values[key] = model_value(info, key);
    }
    Json one = any_of({referred("number"), map_of(known, values)});
    if (info.needs.attribute) {
        one["anyOf"].push_back(list_of(any_of({referred("number"), map_of(known, values)})));
    }
    return described(info.summary, one);
}

/// Whom promises are made against.
Json adversary_schema() {
    const Schemas any{{"any", described("so many, whichever they are", referred("whole"))}};
    constexpr std::array<std::string_view, 1> kKeys{"any"};
    return described("the quasi-identifiers that somebody knows; left out: all of them",
                     any_of({referred("text"), referred("names"), map_of(kKeys, any)}));
}

Json privacy_schema() {
    Json properties{{"against", adversary_schema()}};
    for (const ModelInfo& info : privacy_models()) {
        properties[std::string(info.name)] = model_schema(info);
    }
    Json one{
        {"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
    return any_of({one, list_of(one)});
}

Json method_names(std::span<const MethodWords> methods) {
    Json known = Json::array({"auto"});
    for (const MethodWords& method : methods) {
        known.push_back(method.name);
    }
    return {{"enum", std::move(known)}};
}

/// An option's value, where several methods have one of that name: of any of these.
Json method_schema(std::span<const MethodWords> methods) {
    Json properties{{"name", method_names(methods)}};
    for (const MethodWords& method : methods) {
        for (const MethodWords::Option& option : method.options) {
            properties[std::string(option.name)] = described(option.meaning, referred("text"));
        }
    }
    return any_of({method_names(methods),
                   {{"type", "object"},
                    {"required", Json::array({"name"})},
                    {"additionalProperties", false},
                    {"properties", std::move(properties)}}});
}

Json suppression_schema() {
    return map_of(keys::of_suppression(), with_settings({}, suppression_settings()));
}

Json patterns_schema() {
    const Json groups = list_of(referred("names"));
    const std::array<Json, 4> of_value{// in the order of PatternValue
                                       referred("whole"),
                                       referred("names"),
                                       groups,
                                       flag(std::array<std::string_view, 1>{"class"})};
    std::vector<std::string_view> known;
    std::map<std::string_view, Json> rules;
    for (const detail::PatternSetting& setting : detail::pattern_settings()) {
        const Json& value = of_value[static_cast<std::size_t>(setting.takes)];
        known.push_back(setting.key);
        rules[setting.key] = described(setting.meaning, value);
        if (!setting.old_key.empty()) {
            known.push_back(setting.old_key);
            rules[setting.old_key] = described("an old name of " + std::string(setting.key), value);
        }
    }
    return any_of({groups, map_of(known, rules)});
}

Json population_schema() {
    std::map<std::string_view, Json> values{
        {"file", described("its table", referred("text"))},
        {"on",
         described("its columns, where they are named otherwise",
                   any_of({referred("names"),
                           {{"type", "object"}, {"additionalProperties", referred("text")}}}))}};
    for (const ReadSetting& setting : read_settings()) {
        values.emplace(setting.name, setting_schema(setting.name));
    }
    Json map = map_of(keys::of_population(), values);
    map["required"] = Json::array({"file"});
    return any_of({referred("text"), std::move(map)});
}

Json accept_schema() {
    Json properties = Json::object();
    for (const WarningInfo& warning : warning_catalogue()) {
        properties[std::string(warning.code)] = described(warning.meaning, referred("text"));
    }
    return {
        {"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

Json objective_schema() {
    Json known = Json::array();
    for (const ObjectiveInfo& info : objectives()) {
        known.push_back(info.name);
    }
    return {{"enum", std::move(known)}};
}

/// Values as YAML gives them: plain or quoted.
Json definitions() {
    const Json scalar{{"type", Json::array({"string", "number", "boolean"})}};
    return {
        {"text", scalar},
        {"number",
         any_of({{{"type", "number"}},
                 {{"type", "string"},
                  {"pattern", "^([-+]?[0-9.]+([eE][-+]?[0-9]+)?|[0-9.]+ ?%|[0-9]+/[0-9]+)$"}}})},
        {"whole",
         any_of({{{"type", "integer"}, {"minimum", 0}},
                 {{"type", "string"}, {"pattern", "^[0-9]+$"}}})},
        {"limit",
         any_of({{{"type", "number"}, {"minimum", 0}},
                 {{"type", "string"}, {"pattern", "^[0-9.]+ ?%?$"}}})},
        {"names", list_of(scalar)},
        {"attribute", attribute_schema()}};
}

Json top_schema(std::span<const MethodWords> methods) {
    const Json mark{{"type", Json::array({"string", "number", "boolean", "null"})}};
    const Schemas others{
        {"attributes",
         described("the columns",
                   {{"type", "object"},
                    {"minProperties", 1},
                    {"additionalProperties", referred("attribute")}})},
        {"privacy", described("what every class must keep", privacy_schema())},
        {"population",
         described("the table of people whom k-map and delta-presence count", population_schema())},
        {"suppression", suppression_schema()},
        {"patterns", described("cells that may be suppressed together", patterns_schema())},
        {"method", method_schema(methods)},
        {"objective", described("what to lose least of", objective_schema())},
        {"missing", described("marks of a missing value", any_of({mark, list_of(mark)}))},
        {"accept", described("warnings that were weighed, each with the reason", accept_schema())}};
    return map_of(keys::of_policy(), with_settings(others, policy_settings()));
}

}  // namespace

std::string policy_schema(std::span<const MethodWords> methods) {
    Json out{{"$schema", "http://json-schema.org/draft-07/schema#"},
             {"title", "A policy of kanon"},
             {"required", Json::array({"attributes"})}};
    out.update(top_schema(methods));
    out["definitions"] = definitions();
    return out.dump(2) + "\n";
}

}  // namespace kanon
