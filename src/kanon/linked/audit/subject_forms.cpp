// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/audit/subject_forms.hpp"

#include "kanon/linked/schema/list_numbers.hpp"
#include "kanon/linked/schema/row_forms.hpp"

#include <utility>

namespace kanon::linked::auditing {

SubjectForms find_forms(const LinkedTables& original, const ReleasedForest& released) {
    const std::size_t tables = original.tables.size();
    std::vector<SeenTable> seen;
    for (std::size_t t = 0; t < tables; ++t) {
        const ReleasedTable& table = released.tables[t];
        SeenTable& of = seen.emplace_back();
        of.rows = table.rows();
        of.children = original.tables[t].children;
        of.by_parent = table.by_parent;
        of.first_child = table.first_child;
        for (const std::size_t column : table.quasi_identifiers) {
            of.codes.push_back(&table.table.column(column).codes);
        }
    }
    RowForms forms = find_row_forms(seen);
    SubjectForms out;
    out.form_of_row = std::move(forms.form_of_row);
    out.subjects_of_form = std::move(forms.rows_of_form);
    out.path_of_row.resize(tables);
    out.path_of_row.front() = out.form_of_row.front();
    out.paths.push_back(static_cast<std::uint32_t>(out.subjects_of_form.size()));
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
