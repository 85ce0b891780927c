// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/profile/persons.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon::detail {
namespace {

/// Whether the column may be taken to count persons by: nobody gave it a part of its own.
bool is_free(const Policy& policy, const std::string& name) {
    const AttributePolicy* attribute = policy.find(name);
    const bool open = attribute == nullptr ||
                      (!attribute->is_class &&
                       (attribute->pseudonym ||
                        attribute->role.value_or(Role::identifying) == Role::identifying));
    return open && std::none_of(policy.privacy.begin(), policy.privacy.end(), [&](const auto& r) {
               return r.attribute == name;
           });
}

void warn_of_rows(Problem& problem, const std::string& name, const std::string& why) {
    warn(problem,
         "person-unnamed",
         fmt::format(
             "'{}' seems to identify persons ({}), but rows are counted, not persons", name, why),
         {name});
}

}  // namespace

void settle_person(Problem& problem, const std::optional<RepeatedNumber>& unread) {
    Policy& policy = problem.policy;
    if (!policy.person.empty()) {
        return;
    }
    const auto found = profile::find_person_column(problem.table, problem.counts);
    if (!found) {
        if (unread) {
            warn_of_rows(problem, unread->column, unread->why);
        }
        return;
    }
    const std::string& name = problem.table.column(found->column).name;
    const std::string figures = fmt::format("{}; {} values in {}",
                                            found->why,
                                            count_text(found->persons),
                                            count_text(found->rows, "row"));
    if (!policy.file.empty() || !is_free(policy, name)) {
        warn_of_rows(problem, name, figures);
        return;
    }
    policy.person = name;
    AttributePolicy& person = policy.attribute(name);
    person.role = person.pseudonym ? Role::pseudonymous : Role::identifying;
    problem.assumptions.push_back(
        fmt::format("persons are counted by '{}'{}: {}. Name another column with --person",
                    name,
                    person.pseudonym ? "" : ", which is dropped",
                    figures));
}

}  // namespace kanon::detail
