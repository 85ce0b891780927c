// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/parameters.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace kanon::privacy {
namespace {

std::vector<std::string_view> split_kinds(std::string_view list) {
    std::vector<std::string_view> out;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        out.push_back(list.substr(0, comma));
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return out;
}

std::string check_kind(const PrivacyRequirement& requirement, std::string_view kinds) {
    const std::vector<std::string_view> known = split_kinds(kinds);
    if (requirement.kind.empty()) {
        return known.empty() ? std::string() : std::string(known.front());
    }
    if (std::find(known.begin(), known.end(), requirement.kind) != known.end()) {
        return requirement.kind;
    }
    const std::string remedy =
        known.empty() ? std::string("; leave the kind out") : suggestion(requirement.kind, known);
    refuse(requirement,
           fmt::format("{} has no kind '{}'{}", requirement.model, requirement.kind, remedy));
}

/// Written so that a value that is not a number is refused too.
bool in_range(const ModelParameter& parameter, double value) {
    const bool above = parameter.least_allowed ? value >= parameter.least : value > parameter.least;
    return above && value <= parameter.greatest && (!parameter.whole || std::floor(value) == value);
}

double value_of(const PrivacyRequirement& requirement, const ModelParameter& parameter) {
    const auto given = requirement.parameters.find(parameter.name);
    if (given == requirement.parameters.end()) {
        if (!parameter.fallback) {
            refuse(requirement,
                   fmt::format("{} needs its parameter '{}', {}",
                               requirement.model,
                               parameter.name,
                               range_text(parameter)));
        }
        return *parameter.fallback;
    }
    if (!in_range(parameter, given->second)) {
        refuse(requirement,
               fmt::format("{} needs {} as {}; it is {}",
                           requirement.model,
                           parameter.name,
                           range_text(parameter),
                           given->second));
    }
    return given->second;
}

void check_names(const PrivacyRequirement& requirement, const Parameters& taken) {
    std::vector<std::string_view> known;
    for (const auto& [name, value] : taken.values) {
        known.push_back(name);
    }
    for (const auto& [name, value] : requirement.parameters) {
        if (!taken.values.contains(name)) {
            refuse(requirement,
                   fmt::format("{}{} has no parameter '{}'{}",
                               requirement.model,
                               taken.kind.empty() ? "" : " of kind " + taken.kind,
                               name,
                               suggestion(name, known)));
        }
    }
}

}  // namespace

void refuse(const PrivacyRequirement& requirement, const std::string& message) {
    // Of a model of rows the attribute is who tells persons apart, which is not what is wrong.
    const bool of_column = find_privacy_model(requirement.model).needs.attribute;
    throw Error(ErrorCode::bad_policy,
                message,
                Where{.file = {}, .attribute = of_column ? requirement.attribute : ""});
}

bool takes(const ModelParameter& parameter, std::string_view kind) {
    const std::vector<std::string_view> kinds = split_kinds(parameter.kinds);
    return kinds.empty() || std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

std::string range_text(const ModelParameter& parameter) {
    const std::string greatest = fmt::format("{:.15g}", parameter.greatest);
    if (parameter.whole) {
        return fmt::format("a whole number from {} to {}", parameter.least, greatest);
    }
    return parameter.least_allowed
               ? fmt::format("a number from {} to {}", parameter.least, greatest)
               : fmt::format("a number above {} and up to {}", parameter.least, greatest);
}

Parameters check_parameters(const PrivacyRequirement& requirement) {
    const ModelInfo& info = find_privacy_model(requirement.model);
    Parameters out{.kind = check_kind(requirement, info.kinds)};
    for (const ModelParameter& parameter : info.parameters) {
        if (takes(parameter, out.kind)) {
            out.values[parameter.name] = 0;
        }
    }
    check_names(requirement, out);
    for (const ModelParameter& parameter : info.parameters) {
        if (takes(parameter, out.kind)) {
            out.values[parameter.name] = value_of(requirement, parameter);
        }
    }
    if (!requirement.value.empty() && !info.needs.value) {
        refuse(requirement,
               requirement.model + " protects all values of its attribute; leave `value` out");
    }
    return out;
}

const ModelContext& column_of(const PrivacyRequirement& requirement,
                              const std::optional<ModelContext>& tracked) {
    if (!tracked) {
        refuse(requirement, requirement.model + " needs the name of a sensitive attribute");
    }
    return *tracked;
}

bool at_most(double value, double limit) {
    return value <= limit + std::abs(limit) * kTolerance;
}

bool at_least(double value, double limit) {
    return value >= limit - std::abs(limit) * kTolerance;
}

bool below(double value, double limit) {
    return value < limit - std::abs(limit) * kTolerance;
}

double settled(double value, double limit) {
    return at_most(value, limit) && at_least(value, limit) ? limit : value;
}

}  // namespace kanon::privacy
