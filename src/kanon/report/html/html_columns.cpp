// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html/html_parts.hpp"
#include "kanon/report/html/html_sections.hpp"
#include "kanon/report/html/html_text.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace kanon::html {
namespace {

/// A column and what stands in the release of it.
struct ColumnLine {
    std::string name;
    Role role = Role::insensitive;
    std::string released;
};

std::string coding_of(const RunRecord& record, const std::string& name) {
    for (const CodingFigures& figures : record.audit->codings) {
        if (figures.column == name) {
            return ", " + figures.coding.text();
        }
    }
    return "";
}

std::string how_generalized(const RunRecord& record,
                            std::size_t attribute,
                            const std::vector<std::string>& levels) {
    const QuasiIdentifier& qi = record.problem->quasi_identifiers[attribute];
    if (qi.aggregate) {
        return std::string("the ") + std::string(to_string(qi.aggregate->kind)) + " of each class";
    }
    if (!levels.empty()) {
        return "level " + levels[attribute];
    }
    return attribute_loss(record, attribute) == 0 ? "unchanged: there was no need to generalize it"
                                                  : "generalized";
}

std::string how_released(const RunRecord& record, const std::string& name, Role role) {
    const Problem& problem = *record.problem;
    if (role == Role::identifying) {
        return name == problem.policy.person ? "not released; its values are counted as persons"
                                             : "not released";
    }
    const bool is_class =
        problem.class_attribute && problem.table.column(*problem.class_attribute).name == name;
    if (role == Role::pseudonymous) {
        return problem.policy.find(name)->pseudonym
                   ? "pseudonyms, which are not anonymous and no part of the promises"
                   : "shifted dates, which are not anonymous and no part of the promises";
    }
    return std::string("released unchanged") + coding_of(record, name) +
           (is_class ? "; class attribute" : "");
}

/// All columns by their roles; of one role in the order of the table.
std::vector<ColumnLine> column_lines(const RunRecord& record) {
    const Problem& problem = *record.problem;
    const std::vector<std::string> levels = level_texts(record);
    std::vector<ColumnLine> lines;
    for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
        const std::string& name = problem.quasi_identifiers[j].name;
        lines.push_back({.name = name,
                         .role = Role::quasi_identifying,
                         .released = how_generalized(record, j, levels) + coding_of(record, name)});
    }
    std::vector<std::string> others = problem.unread;
    for (const std::string_view name : problem.table.names()) {
        others.emplace_back(name);
    }
    for (const Role role :
         {Role::sensitive, Role::insensitive, Role::pseudonymous, Role::identifying}) {
        for (const std::string& name : others) {
            const AttributePolicy* said = problem.policy.find(name);
            const Role own =
                said == nullptr ? Role::identifying : said->role.value_or(Role::identifying);
            if (own == role) {
                lines.push_back(
                    {.name = name, .role = role, .released = how_released(record, name, role)});
            }
        }
    }
    return lines;
}

bool was_said(const RunRecord& record, const std::string& name) {
    const AttributePolicy* said = record.policy->find(name);
    return said != nullptr && said->role.has_value();
}

}  // namespace

std::string columns(const RunRecord& record, TermWords& words) {
    std::string out;
    std::string table =
        html_table({{.title = "column"}, {.title = "role"}, {.title = "in the release"}});
    for (const ColumnLine& line : column_lines(record)) {
        const std::string_view role = to_string(line.role);
        out += html_term(words, role);
        table += fmt::format("<tr><th scope=\"row\">{}</th><td>{}{}</td><td>{}</td></tr>\n",
                             html_name(line.name),
                             role,
                             was_said(record, line.name) ? "" : " (assumed)",
                             html_escape(line.released));
    }
    out += table + std::string(kHtmlTableEnd);
    if (!level_texts(record).empty()) {
        out += html_term(words, "level");
    }
    if (!record.audit->codings.empty()) {
        out += html_term(words, "top, bottom and rounding");
    }
    if (record.problem->class_attribute) {
        out += html_term(words, "class attribute");
    }
    return html_section("Columns and their roles", out);
}

std::string assumptions(const RunRecord& record, TermWords& /*words*/) {
    return html_section("Assumptions", html_list(assumption_lines(record)));
}

}  // namespace kanon::html
