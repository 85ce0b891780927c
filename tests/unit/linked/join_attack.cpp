// SPDX-License-Identifier: Apache-2.0
#include "join_attack.hpp"

#include "kanon/table/column.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

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
    if (const auto secret = tables[t].find("secret")) {
        out.secret = tables[t].column(*secret).text(row);
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

using Counts = std::map<std::string, double>;

Counts counts_of(const std::vector<std::string>& values) {
    Counts out;
    for (const std::string& value : values) {
        ++out[value];
    }
    return out;
}

void take_rows(const std::vector<std::string>& rows, const Counts& all, WorstSecrets& to) {
    double of_all = 0;
    for (const auto& [value, count] : all) {
        of_all += count;
    }
    const Counts counts = counts_of(rows);
    const auto size = static_cast<double>(rows.size());
    double entropy = 0;
    double distance = 0;
    double most = 0;
    for (const auto& [value, count] : all) {
        const double here = counts.contains(value) ? counts.at(value) / size : 0;
        distance += std::abs(here - count / of_all) / 2;
        to.greatest_gain = std::max(to.greatest_gain, here / (count / of_all) - 1);
        entropy -= here > 0 ? here * std::log(here) : 0;
        most = std::max(most, here);
    }
    to.fewest_values = std::min(to.fewest_values, static_cast<double>(counts.size()));
    to.least_entropy = std::min(to.least_entropy, std::exp(entropy));
    to.greatest_ratio = std::max(to.greatest_ratio, most / (1 - most));
    to.greatest_distance = std::max(to.greatest_distance, distance);
}

}  // namespace

WorstSecrets worst_secrets(const std::vector<TextTree>& released,
                           const std::vector<std::string>& all) {
    std::map<std::string, std::vector<const TextTree*>> classes;
    for (const TextTree& subject : released) {
        classes[form_of(subject)].push_back(&subject);
    }
    constexpr double kMany = 1e9;
    WorstSecrets out{.fewest_values = kMany, .least_entropy = kMany};
    for (const auto& [form, subjects] : classes) {
        std::map<std::string, std::vector<std::string>> alike;
        Counts having;
        for (const TextTree* const subject : subjects) {
            std::set<std::string> own;
            for (const TextTree& row : subject->below.front()) {
                alike[form_of(row)].push_back(row.secret);
                own.insert(row.secret);
            }
            for (const std::string& value : own) {
                ++having[value];
            }
        }
        for (const auto& [row, secrets] : alike) {
            take_rows(secrets, counts_of(all), out);
        }
        for (const auto& [value, count] : having) {
            out.greatest_share =
                std::max(out.greatest_share, count / static_cast<double>(subjects.size()));
        }
    }
    return out;
}

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
