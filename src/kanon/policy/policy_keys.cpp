// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_keys.hpp"

#include "kanon/io/reading/read_settings.hpp"
#include "kanon/policy/policy_settings.hpp"

#include <algorithm>

namespace kanon::detail::policy_keys {

namespace {

template <class Of>
std::vector<std::string_view> with_settings(std::vector<std::string_view> known,
                                            std::span<const Setting<Of>> settings) {
    for (const Setting<Of>& setting : settings) {
        known.push_back(setting.key);
    }
    return known;
}

}  // namespace

std::vector<std::string_view> of_policy() {
    return with_settings({"attributes",
                          "privacy",
                          "population",
                          "suppression",
                          "patterns",
                          "method",
                          "missing",
                          "accept"},
                         policy_settings());
}

std::vector<std::string_view> of_attribute() {
    return with_settings({"hierarchy", "levels"}, attribute_settings());
}

std::vector<std::string_view> of_suppression() {
    return with_settings({}, suppression_settings());
}

std::vector<std::string_view> of_population() {
    std::vector<std::string_view> known(kPopulation.begin(), kPopulation.end());
    for (const ReadSetting& setting : read_settings()) {
        known.push_back(setting.name);
    }
    return known;
}

std::vector<std::string_view> of_model(const ModelInfo& info) {
    std::vector<std::string_view> known;
    for (const ModelParameter& parameter : info.parameters) {
        if (std::find(known.begin(), known.end(), parameter.name) == known.end()) {
            known.push_back(parameter.name);
        }
    }
    if (info.needs.attribute) {
        known.emplace_back("attribute");
        known.emplace_back("with");
    }
    if (!info.kinds.empty()) {
        known.emplace_back("kind");
    }
    if (info.needs.value) {
        known.emplace_back("value");
    }
    return known;
}

}  // namespace kanon::detail::policy_keys
