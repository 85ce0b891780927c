// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/schema/row_forms.hpp"

#include "kanon/linked/schema/list_numbers.hpp"

#include <algorithm>

namespace kanon::linked {
namespace {

/// Forms of the rows of a table, those of the tables below it known.
std::vector<std::uint32_t> forms_of_table(std::span<const SeenTable> tables,
                                          std::size_t place,
                                          const RowForms& below) {
    const SeenTable& table = tables[place];
    ListNumbers numbers;
    std::vector<std::uint32_t> out(table.rows);
    std::vector<std::uint32_t> list;
    for (std::uint32_t row = 0; row < out.size(); ++row) {
        list.clear();
        for (const CodeVector* const codes : table.codes) {
            list.push_back((*codes)[row]);
        }
        for (const std::size_t child : table.children) {
            const auto rows = tables[child].children_of(row);
            list.push_back(static_cast<std::uint32_t>(rows.size()));
            const std::size_t begin = list.size();
            for (const std::uint32_t of : rows) {
                list.push_back(below.form_of_row[child][of]);
            }
            std::sort(list.begin() + static_cast<std::ptrdiff_t>(begin), list.end());
        }
        out[row] = numbers.number(list);
    }
    return out;
}

}  // namespace

RowForms find_row_forms(std::span<const SeenTable> tables) {
    RowForms out;
    out.form_of_row.resize(tables.size());
    for (std::size_t t = tables.size(); t-- > 0;) {
        out.form_of_row[t] = forms_of_table(tables, t, out);
    }
    for (const std::uint32_t form : out.form_of_row.front()) {
        out.rows_of_form.resize(std::max<std::size_t>(out.rows_of_form.size(), form + 1U));
        ++out.rows_of_form[form];
    }
    return out;
}

}  // namespace kanon::linked
