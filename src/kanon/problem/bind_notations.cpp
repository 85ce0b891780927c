// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding.hpp"
#include "kanon/table/standard_column.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {

bool is_spelled_anew(const AttributePolicy& attribute) {
    using Form = HierarchySpec::Form;
    const Form form = attribute.hierarchy.form;
    const bool by_user = form == Form::file || form == Form::tree || form == Form::mask;
    const Role role = attribute.role.value_or(Role::quasi_identifying);
    return !attribute.coding.empty() || (role == Role::quasi_identifying && !by_user);
}

void bind_notations(Problem& problem) {
    std::vector<std::shared_ptr<const Column>> columns;
    std::vector<std::string> names;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        columns.push_back(problem.table.shared_column(j));
        const std::string& name = columns.back()->name;
        if (columns.back()->dictionary->notation() != Notation::standard &&
            is_spelled_anew(*problem.policy.find(name))) {
            names.push_back(name);
            columns.back() = in_standard_notation(columns.back());
        }
    }
    if (!names.empty()) {
        problem.table = Table(std::move(columns), problem.table.row_count());
        problem.assumptions.push_back(
            fmt::format("released with numbers as 1234.5 and dates as 1980-02-28, for ranges are "
                        "written so: '{}'",
                        fmt::join(names, "', '")));
    }
}

}  // namespace kanon::detail
