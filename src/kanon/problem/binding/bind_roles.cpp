// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/suggest.hpp"
#include "kanon/problem/as_is_warnings.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/inspection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace kanon::detail {
namespace {

void check_declared_type(const Problem& problem, const AttributePolicy& attribute) {
    const Column& column = problem.table.column(*problem.table.find(attribute.name));
    const Dictionary& dictionary = *column.dictionary;
    if (attribute.type && *attribute.type != dictionary.type()) {
        throw Error(ErrorCode::bad_policy,
                    fmt::format("declared {}, but the table holds it as {}; change the type, or "
                                "read the table with it",
                                to_string(*attribute.type),
                                to_string(dictionary.type())),
                    problem.policy.where(attribute.name));
    }
    if (attribute.missing_is_value == false && dictionary.missing()) {
        throw Error(ErrorCode::bad_input,
                    "rows with a missing value are to be dropped, but the table still has some; "
                    "leave them out on reading",
                    problem.policy.where(attribute.name));
    }
}

/// An attribute that a model protects is sensitive.
void take_as_sensitive(Problem& problem,
                       const PrivacyRequirement& requirement,
                       const std::string& name) {
    static_cast<void>(column_named(problem, name, requirement.model));
    AttributePolicy& attribute = problem.policy.attribute(name);
    if (attribute.role.value_or(Role::sensitive) != Role::sensitive) {
        throw Error(ErrorCode::bad_policy,
                    fmt::format("{} protects it, but its role is {}; make the role sensitive",
                                requirement.model,
                                to_string(*attribute.role)),
                    problem.policy.where(name));
    }
    attribute.role_source.implied = attribute.role_source.implied || !attribute.role;
    attribute.role = Role::sensitive;
}

/// Roles that follow from the person column and from the models' attributes.
void take_implied_roles(Problem& problem) {
    Policy& policy = problem.policy;
    for (AttributePolicy& attribute : policy.attributes) {
        if (attribute.is_list && !attribute.role) {
            attribute.role = Role::quasi_identifying;
        }
    }
    for (const PrivacyRequirement& requirement : policy.privacy) {
        if (!requirement.attribute.empty()) {
            take_as_sensitive(problem, requirement, requirement.attribute);
        }
        for (const std::string& name : requirement.with) {
            take_as_sensitive(problem, requirement, name);
        }
    }
    if (policy.person.empty()) {
        return;
    }
    static_cast<void>(column_named(problem, policy.person, "person"));
    AttributePolicy& person = policy.attribute(policy.person);
    if (!person.role) {
        person.role = Role::identifying;
        problem.assumptions.push_back("'" + person.name +
                                      "' is dropped as identifying: persons are counted by it");
    }
}

/// Columns that neither name nor values explain are warned of; `taken`: as quasi-identifying.
void tell_unknown(Problem& problem,
                  const std::vector<Assumed>& taken,
                  std::vector<std::string> unknown) {
    if (unknown.empty()) {
        return;
    }
    for (const Assumed& column : taken) {
        problem.guessed.push_back(column.name);
    }
    if (!taken.empty()) {
        say_assumed(problem, "treated as quasi-identifying (meaning unknown)", taken);
    }
    Warning found = warning_of_unknown_columns(std::move(unknown));
    warn(problem, found.code, std::move(found.text), std::move(found.columns));
}

/// True if the policy itself says what each column is, so that nobody need look at their values.
bool policy_says_all(const Problem& problem) {
    const std::vector<std::string_view> names = problem.table.names();
    return std::ranges::all_of(names, [&](std::string_view name) {
        const AttributePolicy* attribute = problem.policy.find(name);
        return attribute != nullptr && attribute->role &&
               !is_role_judged(attribute->role_source, *attribute->role);
    });
}

void suggest_roles(Problem& problem) {
    Policy& policy = problem.policy;
    if (policy_says_all(problem)) {
        return;
    }
    std::array<std::vector<Assumed>, kRoles.size()> assumed;
    std::vector<Assumed> guessed;
    std::vector<std::string> unknown;
    for (const ColumnSuggestion& suggestion : suggest_columns(problem.table, problem.counts)) {
        AttributePolicy& attribute = policy.attribute(suggestion.name);
        if (attribute.role) {
            judge_role_source(problem, attribute, suggestion);
            continue;
        }
        attribute.role = suggestion.role;
        problem.suggested.push_back(suggestion.name);
        if (suggestion.unknown) {
            unknown.push_back(suggestion.name);
        }
        const bool guess = suggestion.unknown && suggestion.role == Role::quasi_identifying;
        auto& group = guess ? guessed : assumed[static_cast<std::size_t>(suggestion.role)];
        group.push_back({.name = suggestion.name, .why = suggestion.why});
    }
    for (const Role role : kRoles) {
        say_assumed(problem, verb_of(role), assumed[static_cast<std::size_t>(role)]);
    }
    tell_unknown(problem, guessed, std::move(unknown));
}

}  // namespace

std::string_view verb_of(Role role) {
    switch (role) {
        case Role::identifying:
            return "dropped as identifying";
        case Role::quasi_identifying:
            return "generalized as quasi-identifying";
        case Role::sensitive:
            return "not generalized, as sensitive";
        case Role::insensitive:
            return "not generalized, as insensitive";
        case Role::pseudonymous:
            return "coded under a key, as pseudonymous";
    }
    return "";
}

std::size_t column_named(const Problem& problem, const std::string& name, std::string_view what) {
    const std::optional<std::size_t> column = problem.table.find(name);
    if (!column) {
        const std::vector<std::string_view> names = problem.table.names();
        throw Error(
            ErrorCode::bad_policy,
            fmt::format(
                "the table has no such column, named under {}{}", what, suggestion(name, names)),
            problem.policy.where(name));
    }
    return *column;
}

void say_assumed(Problem& problem, std::string_view verb, const std::vector<Assumed>& columns) {
    constexpr std::size_t kFew = 4;
    if (columns.size() <= kFew) {
        for (const Assumed& column : columns) {
            problem.assumptions.push_back(
                fmt::format("'{}' is {}: {}", column.name, verb, column.why));
        }
        return;
    }
    std::string names;
    for (const Assumed& column : columns) {
        names += fmt::format("{}'{}'", names.empty() ? "" : ", ", column.name);
    }
    problem.assumptions.push_back(fmt::format("{} by name, type and values: {}", verb, names));
}

void bind_roles(Problem& problem) {
    for (const AttributePolicy& attribute : problem.policy.attributes) {
        static_cast<void>(
            column_named(problem, attribute.name, attribute.is_class ? "class" : "attributes"));
        check_declared_type(problem, attribute);
    }
    take_implied_roles(problem);
    suggest_roles(problem);
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        const AttributePolicy& attribute = *problem.policy.find(problem.table.column(j).name);
        if (attribute.role == Role::identifying) {
            problem.withheld.push_back(j);
        } else if (attribute.role == Role::sensitive) {
            problem.sensitive.push_back(j);
        }
        if (attribute.is_class) {
            problem.class_attribute = j;
        }
    }
    problem.policy.check_class();
}

}  // namespace kanon::detail
