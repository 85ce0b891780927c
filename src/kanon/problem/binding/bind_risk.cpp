// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/risk_limit.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/larger_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace kanon {
namespace detail {
namespace {

constexpr std::string_view kRisk = "risk";

/// The classes of whoever asks for an average alone: nobody stands alone (strict average risk; El
/// Emam, Malin, in: Sharing Clinical Trial Data, Institute of Medicine 2015, appendix B).
constexpr double kLeastRows = 2;

}  // namespace

void split_risk(std::vector<PrivacyRequirement>& privacy) {
    const auto has_both = [](const PrivacyRequirement& one) {
        return one.model == kRisk && one.parameters.size() == 2;
    };
    const auto found = std::ranges::find_if(privacy, has_both);
    if (found != privacy.end()) {
        PrivacyRequirement average = *found;
        average.parameters.erase("highest");
        found->parameters.erase("average");
        privacy.insert(found + 1, std::move(average));
    }
}

std::optional<double> k_of_risk(const std::vector<PrivacyRequirement>& privacy) {
    std::optional<double> k;
    for (const PrivacyRequirement& requirement : privacy) {
        if (requirement.model != kRisk) {
            continue;
        }
        const auto highest = requirement.parameters.find("highest");
        const std::uint64_t rows =
            highest == requirement.parameters.end() ? 1 : rows_of_risk(highest->second);
        k = std::max(k.value_or(kLeastRows), static_cast<double>(rows));
    }
    return k;
}

void check_average(const Problem& problem) {
    const PrivacyModel* const model = first_of_average(problem.models);
    if (model == nullptr) {
        return;
    }
    if (problem.recoding_model != RecodingModel::classes) {
        throw Error(ErrorCode::bad_policy,
                    "the average risk is judged by classes, which a freeform release has not; ask "
                    "for the highest risk, which k candidates keep, or for `recoding: classes`",
                    Where{.file = problem.policy.file});
    }
}

}  // namespace detail

Problem with_larger_classes(const Problem& problem, std::uint64_t k) {
    Problem out = problem;
    std::erase_if(out.models, [](const auto& model) { return model->name() == detail::kRisk; });
    std::optional<ModelContext> persons;
    if (const auto place = problem.models.front()->tracked()) {
        const TrackedAttribute& attribute = problem.tracked[*place];
        persons = ModelContext{.place = *place,
                               .missing = attribute.dictionary->missing(),
                               .value_of = attribute.value_of};
    }
    out.models.front() = find_privacy_model("k-anonymity")
                             .make({.model = "k-anonymity",
                                    .parameters = {{"k", static_cast<double>(k)}},
                                    .attribute = problem.policy.person},
                                   persons);
    out.k = k;
    return out;
}

}  // namespace kanon
