// SPDX-License-Identifier: Apache-2.0
#include "join_attack.hpp"

#include "kanon/table/column.hpp"

#include <algorithm>
#include <cstdlib>

namespace kanon::linked::test {
namespace {

std::vector<std::string> members_of(const std::string& cell) {
    std::vector<std::string> out;
    std::size_t at = 1;
    while (at < cell.size()) {
        const std::size_t end = std::min(cell.find(", ", at), cell.size() - 1);
        out.push_back(cell.substr(at, end - at));
        at = end + (cell[end] == ',' ? 2 : 1);
    }
    return out;
}

bool may_be(const std::string& released, const std::string& known) {
    if (released == "*" || released == known) {
        return true;
    }
    if (released.empty() || (released.front() != '{' && released.front() != '[')) {
        return false;
    }
    const std::vector<std::string> members = members_of(released);
    if (released.front() == '{') {
        return std::ranges::find(members, known) != members.end();
    }
    return !known.empty() && std::atof(known.c_str()) >= std::atof(members[0].c_str()) &&
           std::atof(known.c_str()) <= std::atof(members[1].c_str());
}

bool tree_may_be(const TextTree& released, const TextTree& known);

/// Give each released row from `at` on a known row of its own, by trying all.
bool rows_may_be(const std::vector<TextTree>& released,
                 const std::vector<TextTree>& known,
                 std::size_t at,
                 std::vector<bool>& taken) {
    if (at == released.size()) {
        return true;
    }
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (!taken[i] && tree_may_be(released[at], known[i])) {
            taken[i] = true;
            if (rows_may_be(released, known, at + 1, taken)) {
                return true;
            }
            taken[i] = false;
        }
    }
    return false;
}

bool tree_may_be(const TextTree& released, const TextTree& known) {
    for (std::size_t j = 0; j < known.cells.size(); ++j) {
        if (!may_be(released.cells[j], known.cells[j])) {
            return false;
        }
    }
    for (std::size_t child = 0; child < known.below.size(); ++child) {
        std::vector<bool> taken(known.below[child].size());
        if (!rows_may_be(released.below[child], known.below[child], 0, taken)) {
            return false;
        }
    }
    return true;
}

TextTree tree_of(const LinkedTables& schema,
                 const std::vector<Table>& tables,
                 std::size_t t,
                 std::size_t row) {
    const LinkedTable& of = schema.tables[t];
    TextTree out;
    for (const std::size_t column : of.problem.columns) {
        const std::string& name = of.table().column(column).name;
        out.cells.emplace_back(tables[t].column(*tables[t].find(name)).text(row));
    }
    for (const std::size_t child : of.children) {
        std::vector<TextTree>& below = out.below.emplace_back();
        const LinkedTable& under = schema.tables[child];
        const std::string key = cells_of(tables[t], of.table().column(*of.key).name)[row];
        const std::vector<std::string> keys =
            cells_of(tables[child], under.table().column(*under.foreign).name);
        for (std::size_t r = 0; r < keys.size(); ++r) {
            if (keys[r] == key) {
                below.push_back(tree_of(schema, tables, child, r));
            }
        }
    }
    return out;
}

}  // namespace

std::vector<TextTree> trees_of(const LinkedTables& schema, const std::vector<Table>& tables) {
    std::vector<TextTree> out;
    for (std::size_t row = 0; row < tables.front().row_count(); ++row) {
        out.push_back(tree_of(schema, tables, 0, row));
    }
    return out;
}

std::size_t candidates_of(const TextTree& known, const std::vector<TextTree>& released) {
    return static_cast<std::size_t>(std::ranges::count_if(
        released, [&](const TextTree& tree) { return tree_may_be(tree, known); }));
}

std::string form_of(const TextTree& tree) {
    std::string out = "(";
    for (const std::string& cell : tree.cells) {
        out += cell + "|";
    }
    for (const std::vector<TextTree>& below : tree.below) {
        std::vector<std::string> forms;
        for (const TextTree& row : below) {
            forms.push_back(form_of(row));
        }
        std::ranges::sort(forms);
        out += "<";
        for (const std::string& form : forms) {
            out += form;
        }
        out += ">";
    }
    return out + ")";
}

}  // namespace kanon::linked::test
