// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_keys.hpp"

#include "kanon/io/reading/read_settings.hpp"

#include <algorithm>

namespace kanon::detail::policy_keys {

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
