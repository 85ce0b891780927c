// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/inspection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kanon::detail {
namespace {

/// How much of a column a role keeps back: all, its exact values, nothing.
int protection_of(Role role) {
    switch (role) {
        case Role::identifying:
            return 2;
        case Role::quasi_identifying:
            return 1;
        case Role::sensitive:
        case Role::insensitive:
        case Role::pseudonymous:
            return 0;
    }
    return 0;
}

/// The model that names a column.
std::string_view model_of(const Problem& problem, const std::string& name) {
    for (const PrivacyRequirement& requirement : problem.policy.privacy) {
        if (requirement.attribute == name ||
            std::ranges::find(requirement.with, name) != requirement.with.end()) {
            return requirement.model;
        }
    }
    return "a model";
}

[[noreturn]] void refuse_implied(const Problem& problem, const ColumnSuggestion& suggestion) {
    const bool known = suggestion.role == Role::quasi_identifying;
    throw Error(ErrorCode::bad_policy,
                fmt::format("{} would take it as sensitive, and so release it exactly, where it "
                            "would be {} ({}); say which it is: sensitive (`role: sensitive`, "
                            "--sensitive {}), or {} and not named by a model",
                            model_of(problem, suggestion.name),
                            known ? "generalized" : "withheld",
                            suggestion.why,
                            suggestion.name,
                            known ? "quasi-identifying (--qi)" : "identifying (--drop)"),
                problem.policy.where(suggestion.name));
}

}  // namespace

bool is_role_judged(const RoleSource& source, Role role) {
    return source.implied || (!source.given_by.empty() && role != Role::identifying);
}

void judge_role_source(Problem& problem,
                       AttributePolicy& attribute,
                       const ColumnSuggestion& suggestion) {
    const RoleSource source = std::exchange(attribute.role_source, {});
    const Role role = *attribute.role;
    const Role without = source.before.value_or(suggestion.role);
    if (!is_role_judged(source, role) || protection_of(role) >= protection_of(without)) {
        return;
    }
    if (!source.implied) {
        const std::string otherwise =
            source.before
                ? fmt::format(", in place of the policy's {}", to_string(*source.before))
                : fmt::format("; without it, it is {} ({})", verb_of(without), suggestion.why);
        problem.assumptions.push_back(fmt::format(
            "'{}' is {}: {} says so{}", attribute.name, verb_of(role), source.given_by, otherwise));
        return;
    }
    if (!suggestion.unknown) {
        refuse_implied(problem, suggestion);
    }
    problem.assumptions.push_back(fmt::format("'{}' is {}: {} names it, and nothing else is known",
                                              attribute.name,
                                              verb_of(role),
                                              model_of(problem, attribute.name)));
}

}  // namespace kanon::detail
