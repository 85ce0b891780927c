// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/binding/protection.hpp"
#include "kanon/problem/column_facts.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

constexpr double kLeastValues = 2;

/// True if rows of the column have two values that models tell apart; a missing one is none.
bool has_two_values(const Problem& problem, std::size_t column) {
    const Column& values = problem.table.column(column);
    const auto value_of = detail::values_of_codes(problem, column);
    const std::vector<std::uint64_t> rows = detail::rows_of_codes(values, problem.counts);
    std::optional<Code> first;
    for (Code code = 0; code < values.dictionary->value_count(); ++code) {
        if (rows[code] == 0) {
            continue;
        }
        const Code value = value_of ? (*value_of)[code] : code;
        if (first && *first != value) {
            return true;
        }
        first = value;
    }
    return false;
}

bool is_protected(const Policy& policy, const std::string& name) {
    return std::ranges::any_of(policy.privacy, [&](const PrivacyRequirement& one) {
        return one.attribute == name || std::ranges::find(one.with, name) != one.with.end();
    });
}

/// True if a model is asked for that leaves it open which sensitive column it means.
bool leaves_open(const Policy& policy) {
    return std::ranges::any_of(policy.privacy, [](const PrivacyRequirement& one) {
        return one.attribute.empty() && find_privacy_model(one.model).needs.attribute;
    });
}

}  // namespace

bool is_too_many(std::uint64_t some, std::uint64_t rows) {
    return static_cast<double>(some) > kMostIdentified * static_cast<double>(rows);
}

PrivacyRequirement added_promise_for(const std::string& column, const Adversary& against) {
    return {.model = "l-diversity",
            .parameters = {{"l", kLeastValues}},
            .attribute = column,
            .kind = "distinct",
            .against = against,
            .is_added = true};
}

std::vector<std::string> columns_with_added_promises(const Problem& problem) {
    std::vector<std::string> out;
    for (const PrivacyRequirement& one : problem.policy.privacy) {
        if (one.is_added && std::ranges::find(out, one.attribute) == out.end()) {
            out.push_back(one.attribute);
        }
    }
    return out;
}

Problem with_added_promises_for(const Problem& problem, const std::vector<std::string>& columns) {
    Problem out = problem;
    out.models.clear();
    out.policy.privacy.clear();
    for (std::size_t i = 0; i < problem.models.size(); ++i) {
        const PrivacyRequirement& one = problem.policy.privacy[i];
        if (!one.is_added || std::ranges::find(columns, one.attribute) != columns.end()) {
            out.models.push_back(problem.models[i]);
            out.policy.privacy.push_back(one);
        }
    }
    return out;
}

}  // namespace kanon

namespace kanon::detail {

void protect_sensitive(Problem& problem) {
    if (leaves_open(problem.policy)) {
        return;
    }
    const std::vector<Adversary> adversaries = adversaries_of(problem.policy.privacy);
    for (const std::size_t column : problem.sensitive) {
        const std::string& name = problem.table.column(column).name;
        if (!is_protected(problem.policy, name) && has_two_values(problem, column)) {
            for (const Adversary& against : adversaries) {
                problem.policy.privacy.push_back(added_promise_for(name, against));
            }
        }
    }
}

}  // namespace kanon::detail
