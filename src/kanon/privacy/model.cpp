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

const PrivacyModel* first_beyond_classes(const PrivacyModels& models) {
    const auto found = std::find_if(models.begin(), models.end(), [](const auto& model) {
        return model->counts_population() || model->known_values() > 0;
    });
    return found == models.end() ? nullptr : found->get();
}

const PrivacyModel* for_full_domain_alone(const PrivacyModels& models) {
    return first_beyond_classes(models_of_classes(models));
}

bool any_against(const PrivacyModels& models) {
    return std::any_of(models.begin(), models.end(), [](const auto& model) {
        return model->of_classes() != nullptr;
    });
}

PrivacyModels models_of_classes(const PrivacyModels& models) {
    PrivacyModels out;
    for (const auto& model : models) {
        const auto of_classes = model->of_classes();
        const auto& taken = of_classes ? of_classes : model;
        const bool is_there = std::any_of(out.begin(), out.end(), [&](const auto& other) {
            return other->describe() == taken->describe();
        });
        if (!is_there) {
            out.push_back(taken);
        }
    }
    return out;
}

const PrivacyModel* first_of_average(const PrivacyModels& models) {
    const auto found =
        std::ranges::find_if(models, [](const auto& model) { return model->judges_average(); });
    return found == models.end() ? nullptr : found->get();
}

bool any_judges_absent(const PrivacyModels& models) {
    return std::any_of(
        models.begin(), models.end(), [](const auto& model) { return model->judges_absent(); });
}

}  // namespace kanon
