// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/against.hpp"
#include "kanon/problem/binding/binding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

/// Models that speak of more than the rows which somebody finds, or say themselves what is known.
constexpr std::array<std::string_view, 4> kOfAllAlone{"delta-presence", "k-map", "lkc", "risk"};

/// Names of the quasi-identifiers, in the order of the table.
std::vector<std::string> quasi_identifying_names(const Problem& problem) {
    std::vector<std::string> out;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        const std::string& name = problem.table.column(j).name;
        const AttributePolicy* attribute = problem.policy.find(name);
        if (attribute != nullptr && attribute->role == Role::quasi_identifying) {
            out.push_back(name);
        }
    }
    return out;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

void check_known_columns(const Problem& problem,
                         const std::vector<std::string>& quasi_identifiers,
                         const Adversary& against) {
    for (const std::string& name : against.columns) {
        static_cast<void>(column_named(problem, name, "against"));
        if (!has(quasi_identifiers, name)) {
            throw Error(ErrorCode::bad_policy,
                        "known by an adversary of the policy, and not quasi-identifying; make it "
                        "so, or leave it out of `against`",
                        problem.policy.where(name));
        }
    }
}

void check_model_against(const Problem& problem, const PrivacyRequirement& requirement) {
    if (std::ranges::find(kOfAllAlone, requirement.model) != kOfAllAlone.end()) {
        throw Error(ErrorCode::bad_policy,
                    fmt::format("{} is not promised against somebody who knows some of the "
                                "quasi-identifiers alone; leave `against` out there, or promise "
                                "k-anonymity",
                                requirement.model),
                    Where{.file = problem.policy.file});
    }
}

bool knows_each(const Adversary& against, const std::vector<std::string>& quasi_identifiers) {
    return against.any >= quasi_identifiers.size() ||
           std::ranges::all_of(quasi_identifiers,
                               [&](const std::string& name) { return has(against.columns, name); });
}

/// What nobody knows is no quasi-identifier.
void check_each_is_known(const Problem& problem,
                         const std::vector<std::string>& quasi_identifiers) {
    const std::vector<PrivacyRequirement>& privacy = problem.policy.privacy;
    for (const std::string& name : quasi_identifiers) {
        const bool is_known =
            privacy.empty() || std::ranges::any_of(privacy, [&](const PrivacyRequirement& one) {
                return one.against.columns.empty() || has(one.against.columns, name);
            });
        if (!is_known) {
            throw Error(ErrorCode::bad_policy,
                        "quasi-identifying, and no adversary of the policy knows it; add it to "
                        "what one of them knows, or make it insensitive to release it as it is",
                        problem.policy.where(name));
        }
    }
}

}  // namespace

void settle_adversaries(Problem& problem) {
    std::vector<PrivacyRequirement>& privacy = problem.policy.privacy;
    const bool everybody_knows_all = std::ranges::all_of(
        privacy, [](const PrivacyRequirement& one) { return one.against.knows_all(); });
    if (everybody_knows_all) {
        return;
    }
    const std::vector<std::string> quasi_identifiers = quasi_identifying_names(problem);
    for (PrivacyRequirement& requirement : privacy) {
        if (requirement.against.knows_all()) {
            continue;
        }
        check_known_columns(problem, quasi_identifiers, requirement.against);
        if (knows_each(requirement.against, quasi_identifiers)) {
            requirement.against = {};
        } else {
            check_model_against(problem, requirement);
        }
    }
    check_each_is_known(problem, quasi_identifiers);
}

void bind_adversaries(Problem& problem) {
    for (std::size_t i = 0; i < problem.policy.privacy.size(); ++i) {
        const Adversary& against = problem.policy.privacy[i].against;
        if (against.knows_all()) {
            continue;
        }
        if (problem.recoding_model != RecodingModel::classes) {
            throw Error(ErrorCode::bad_policy,
                        "promises against several adversaries are about classes, which a freeform "
                        "release has not; leave `against` out, or ask for `recoding: classes`",
                        Where{.file = problem.policy.file});
        }
        if (problem.models[i]->monotony() == Monotony::none) {
            throw Error(ErrorCode::bad_policy,
                        fmt::format("{} says nothing of unions of classes, so it is not promised "
                                    "against somebody who knows some of the quasi-identifiers "
                                    "alone; leave `against` out there, or take another kind",
                                    problem.models[i]->describe()),
                        Where{.file = problem.policy.file});
        }
        std::vector<std::size_t> attributes;
        for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
            if (has(against.columns, problem.quasi_identifiers[j].name)) {
                attributes.push_back(j);
            }
        }
        problem.models[i] =
            make_against(std::move(problem.models[i]), against, std::move(attributes));
    }
}

}  // namespace kanon::detail
