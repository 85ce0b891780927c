// SPDX-License-Identifier: Apache-2.0
#include "support/survey.hpp"

#include "support/problems.hpp"
#include "support/tables.hpp"

#include <optional>
#include <utility>

namespace kanon::test {
namespace {

using Labels = std::map<std::string, std::string>;

/// Every value of the column under one label.
Labels all_under(const Column& column, const std::string& label) {
    Labels labels;
    for (Code code = 0; code < column.dictionary->size(); ++code) {
        labels[std::string(column.dictionary->text(code))] = label;
    }
    return labels;
}

/// Each value cut to its first characters, with a mark after them.
Labels cut_to(const Column& column, std::size_t characters, const std::string& mark) {
    Labels labels;
    for (Code code = 0; code < column.dictionary->size(); ++code) {
        const std::string value(column.dictionary->text(code));
        labels[value] = value.substr(0, characters) + mark;
    }
    return labels;
}

Problem problem_of(Table table,
                   const std::vector<std::vector<Labels>>& levels,
                   std::uint64_t max_sup) {
    Problem problem;
    problem.table = std::move(table);
    for (std::size_t j = 0; j < levels.size(); ++j) {
        QuasiIdentifier qi;
        qi.name = problem.table.column(j).name;
        qi.hierarchy = hierarchy_of(problem.table.column(j), levels[j]);
        qi.hierarchy_given = true;
        qi.greatest_level = qi.hierarchy.height();
        problem.quasi_identifiers.push_back(qi);
        problem.columns.push_back(j);
    }
    problem.k = 2;
    const PrivacyRequirement k{.model = "k-anonymity", .parameters = {{"k", 2}}};
    problem.models.push_back(find_privacy_model(k.model).make(k, std::nullopt));
    problem.suppression_limit = max_sup;
    count_rows(problem);
    return problem;
}

std::vector<Labels> zip_levels(const Column& column) {
    return {cut_to(column, 4, "*"), cut_to(column, 3, "**")};
}

}  // namespace

Hierarchy hierarchy_of(const Column& column,
                       const std::vector<std::map<std::string, std::string>>& levels) {
    std::vector<Hierarchy::LevelMap> maps;
    for (const auto& labels_of : levels) {
        Hierarchy::LevelMap map;
        std::map<std::string, Code> number;
        for (Code code = 0; code < column.dictionary->size(); ++code) {
            const std::string& label = labels_of.at(std::string(column.dictionary->text(code)));
            const auto [at, added] = number.try_emplace(label, static_cast<Code>(number.size()));
            if (added) {
                map.labels.push_back(label);
            }
            map.label_of_code.push_back(at->second);
        }
        maps.push_back(std::move(map));
    }
    return {column.dictionary, std::move(maps), HierarchyKind::file};
}

Problem survey_problem(std::uint64_t max_sup) {
    Table table =
        table_of("Race ZIP Disease",
                 "asian 94142 hypertension; asian 94141 obesity; asian 94139 chest-pain;"
                 "asian 94139 obesity; asian 94139 short-breath; black 94138 short-breath;"
                 "black 94139 obesity; white 94139 chest-pain; white 94141 short-breath");
    const std::vector<std::vector<Labels>> levels{{all_under(table.column(0), "person")},
                                                  zip_levels(table.column(1))};
    return problem_of(std::move(table), levels, max_sup);
}

Problem marital_problem() {
    Table table = table_of("Race Sex Marital",
                           "asian F divorced; asian F divorced; asian F married; asian M married;"
                           "asian M married; black F single; black F single; white F single;"
                           "white F widow");
    const std::vector<std::vector<Labels>> levels{{all_under(table.column(0), "person")},
                                                  {all_under(table.column(1), "not-released")},
                                                  {{{"divorced", "been-married"},
                                                    {"married", "been-married"},
                                                    {"widow", "been-married"},
                                                    {"single", "never-married"}},
                                                   all_under(table.column(2), "not-released")}};
    return problem_of(std::move(table), levels, 0);
}

Problem figure_9_problem(std::uint64_t max_sup, bool stars_alone) {
    Table table =
        table_of("Race DOB Sex ZIP",
                 "asian 64/04/12 F 94142; asian 64/09/13 F 94141; asian 64/04/15 F 94139;"
                 "asian 63/03/13 M 94139; asian 63/03/18 M 94139; black 64/09/27 F 94138;"
                 "black 64/09/27 F 94139; white 64/09/27 F 94139; white 64/09/27 F 94141");
    const Column& dob = table.column(1);
    std::vector<std::vector<Labels>> levels{
        {all_under(table.column(0), "person")},
        {cut_to(dob, 5, ""), cut_to(dob, 2, ""), all_under(dob, "*")},
        {all_under(table.column(2), "not-released")},
        zip_levels(table.column(3))};
    if (stars_alone) {
        for (std::size_t j = 0; j < levels.size(); ++j) {
            levels[j] = {all_under(table.column(j), "*")};
        }
    }
    return problem_of(std::move(table), levels, max_sup);
}

}  // namespace kanon::test
