// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/suggest.hpp"
#include "kanon/privacy/k_anonymity.hpp"
#include "kanon/privacy/l_diversity.hpp"
#include "kanon/privacy/model.hpp"

#include <array>
#include <string>
#include <vector>

namespace kanon {
namespace {

constexpr std::array kModels{
    ModelInfo{.name = "k-anonymity",
              .summary = "every class has at least k rows, or k distinct persons",
              .citation = "Samarati, Sweeney 1998; Sweeney 2002",
              .kinds = "",
              .needs = {.person = true, .distribution = true},
              .make = make_k_anonymity},
    ModelInfo{.name = "l-diversity",
              .summary = "every class has at least l (well represented) sensitive values",
              .citation = "Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam, ICDE 2006",
              .kinds = kDiversityKinds,
              .needs = {.attribute = true, .distribution = true},
              .make = make_l_diversity},
};

}  // namespace

std::span<const ModelInfo> privacy_models() {
    return kModels;
}

const ModelInfo& find_privacy_model(std::string_view name) {
    std::vector<std::string_view> known;
    for (const ModelInfo& info : kModels) {
        if (info.name == name) {
            return info;
        }
        known.push_back(info.name);
    }
    throw Error(ErrorCode::bad_policy,
                "unknown privacy model '" + std::string(name) + "'" + suggestion(name, known));
}

}  // namespace kanon
