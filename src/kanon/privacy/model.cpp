// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/model.hpp"

#include <algorithm>

namespace kanon {

bool all_hold(const PrivacyModels& models, const ClassView& view) {
    return std::all_of(
        models.begin(), models.end(), [&](const auto& model) { return model->holds(view); });
}

bool says_of_unions(const PrivacyModels& models) {
    return std::none_of(models.begin(), models.end(), [](const auto& model) {
        return model->monotony() == Monotony::none;
    });
}

bool any_counts_population(const PrivacyModels& models) {
    return std::any_of(
        models.begin(), models.end(), [](const auto& model) { return model->counts_population(); });
}

bool any_judges_absent(const PrivacyModels& models) {
    return std::any_of(
        models.begin(), models.end(), [](const auto& model) { return model->judges_absent(); });
}

}  // namespace kanon
