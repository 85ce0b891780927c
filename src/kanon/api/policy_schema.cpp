// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/policy_schema.hpp"

#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/policy/policy_schema.hpp"

#include <utility>
#include <vector>

namespace kanon {

std::string policy_schema() {
    std::vector<MethodWords> known;
    for (const MethodInfo& info : methods()) {
        MethodWords method{.name = info.name, .options = {}};
        for (const OptionSpec& option : info.options) {
            method.options.push_back({.name = option.name, .meaning = option.help});
        }
        known.push_back(std::move(method));
    }
    return policy_schema(known);
}

}  // namespace kanon
