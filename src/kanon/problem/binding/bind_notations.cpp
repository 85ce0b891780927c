// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding/binding.hpp"
#include "kanon/table/values/standard_column.hpp"

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
    return !attribute.coding.empty() || attribute.shift ||
           (role == Role::quasi_identifying && !by_user);
}

void bind_notations(Problem& problem, bool has_order) {
    const ChosenSpelling chosen = has_order ? ChosenSpelling::of_first_row : ChosenSpelling::least;
    std::vector<std::shared_ptr<const Column>> columns;
    std::vector<std::string> with_commas;
    std::vector<std::string> anew;
    std::vector<std::string> joined;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        const std::shared_ptr<const Column>& read = problem.table.shared_column(j);
        const AttributePolicy& attribute = *problem.policy.find(read->name);
        const bool is_anew = is_spelled_anew(attribute);
        columns.push_back(is_anew ? in_standard_notation(read) : read);
        if (columns.back() != read) {
            const bool commas = read->dictionary->notation() == Notation::decimal_comma;
            (commas ? with_commas : anew).push_back(read->name);
        }
        if (attribute.role.value_or(Role::quasi_identifying) == Role::quasi_identifying) {
            const std::shared_ptr<const Column> standard = columns.back();
            columns.back() = with_one_spelling(standard, chosen);
            if (columns.back() != standard) {
                joined.push_back(read->name);
            }
        }
    }
    problem.table = Table(std::move(columns), problem.table.row_count());
    if (!anew.empty()) {
        problem.assumptions.push_back(
            fmt::format("released with numbers as 1234.5 and dates as 1980-02-28, for ranges are "
                        "written so: '{}'",
                        fmt::join(anew, "', '")));
    }
    if (!with_commas.empty()) {
        problem.assumptions.push_back(
            fmt::format("released with decimal commas in text tables, [1,5; 2,5], and as 1234.5 "
                        "elsewhere: '{}'",
                        fmt::join(with_commas, "', '")));
    }
    if (!joined.empty()) {
        problem.assumptions.push_back(
            fmt::format("numbers that are equal are one value, and so are dates, spelled as {}: "
                        "'{}'",
                        has_order ? "first seen" : "the first of their notations is",
                        fmt::join(joined, "', '")));
    }
}

}  // namespace kanon::detail
