// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/audit/subject_forms.hpp"

#include "kanon/linked/audit/list_numbers.hpp"

#include <algorithm>

namespace kanon::linked::auditing {
namespace {

/// Forms of the rows of a table, those of the tables below it known.
std::vector<std::uint32_t> forms_of(const LinkedTables& original,
                                    const ReleasedForest& released,
                                    std::size_t place,
                                    const SubjectForms& below,
                                    std::uint32_t& forms) {
    const ReleasedTable& table = released.tables[place];
    ListNumbers numbers;
    std::vector<std::uint32_t> out(table.rows());
    std::vector<std::uint32_t> list;
    for (std::uint32_t row = 0; row < out.size(); ++row) {
        list.clear();
        for (const std::size_t column : table.quasi_identifiers) {
            list.push_back(table.table.column(column).codes[row]);
        }
        for (const std::size_t child : original.tables[place].children) {
            const auto rows = released.tables[child].children_of(row);
            list.push_back(static_cast<std::uint32_t>(rows.size()));
            const std::size_t begin = list.size();
            for (const std::uint32_t of : rows) {
                list.push_back(below.form_of_row[child][of]);
            }
            std::sort(list.begin() + static_cast<std::ptrdiff_t>(begin), list.end());
        }
        out[row] = numbers.number(list);
    }
    forms = numbers.size();
    return out;
}

}  // namespace

SubjectForms find_forms(const LinkedTables& original, const ReleasedForest& released) {
    const std::size_t tables = original.tables.size();
    SubjectForms out;
    out.form_of_row.resize(tables);
    std::uint32_t forms = 0;
    for (std::size_t t = tables; t-- > 0;) {
        out.form_of_row[t] = forms_of(original, released, t, out, forms);
    }
    out.subjects_of_form.assign(forms, 0);
    for (const std::uint32_t form : out.form_of_row.front()) {
        ++out.subjects_of_form[form];
    }
    out.path_of_row.resize(tables);
    out.path_of_row.front() = out.form_of_row.front();
    out.paths.push_back(forms);
    for (std::size_t t = 1; t < tables; ++t) {
        const ReleasedTable& table = released.tables[t];
        const std::vector<std::uint32_t>& above = out.path_of_row[*original.tables[t].parent];
        ListNumbers numbers;
        std::vector<std::uint32_t>& path = out.path_of_row[t];
        path.resize(table.rows());
        for (std::size_t row = 0; row < path.size(); ++row) {
            path[row] =
                numbers.number(std::vector{above[table.parent_row[row]], out.form_of_row[t][row]});
        }
        out.paths.push_back(numbers.size());
    }
    return out;
}

}  // namespace kanon::linked::auditing
