// SPDX-License-Identifier: Apache-2.0
#include "support/census_sample.hpp"

#include "kanon/hierarchy/builders.hpp"

#include "support/problems.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kanon::test {
namespace {

using Labels = std::map<std::string, std::string>;

/// Rows of the paper's table: the values, then how many rows have either class label.
struct Counted {
    std::string cells;
    int yes;
    int no;
};

Table sample_table() {
    const std::vector<Counted> rows{{"9th M 30", 0, 3},
                                    {"10th M 32", 0, 4},
                                    {"11th M 35", 2, 3},
                                    {"12th F 37", 3, 1},
                                    {"Bachelors F 42", 4, 2},
                                    {"Bachelors F 44", 4, 0},
                                    {"Masters M 44", 4, 0},
                                    {"Masters F 44", 3, 0},
                                    {"Doctorate F 44", 1, 0}};
    std::string cells;
    for (const Counted& row : rows) {
        for (int i = 0; i < row.yes + row.no; ++i) {
            cells += row.cells + (i < row.yes ? " Y;" : " N;");
        }
    }
    return table_of("Education Sex Work_Hrs Class", cells);
}

std::vector<Labels> education_levels() {
    return {{{"9th", "Junior-Sec"},
             {"10th", "Junior-Sec"},
             {"11th", "Senior-Sec"},
             {"12th", "Senior-Sec"},
             {"Bachelors", "Bachelors"},
             {"Masters", "Grad-School"},
             {"Doctorate", "Grad-School"}},
            {{"9th", "Secondary"},
             {"10th", "Secondary"},
             {"11th", "Secondary"},
             {"12th", "Secondary"},
             {"Bachelors", "University"},
             {"Masters", "University"},
             {"Doctorate", "University"}},
            {{"9th", "ANY_Edu"},
             {"10th", "ANY_Edu"},
             {"11th", "ANY_Edu"},
             {"12th", "ANY_Edu"},
             {"Bachelors", "ANY_Edu"},
             {"Masters", "ANY_Edu"},
             {"Doctorate", "ANY_Edu"}}};
}

std::vector<Labels> hours_levels() {
    return {{{"30", "[1,35)"},
             {"32", "[1,35)"},
             {"35", "[35,37)"},
             {"37", "[37,99)"},
             {"42", "[37,99)"},
             {"44", "[37,99)"}},
            {{"30", "[1,37)"},
             {"32", "[1,37)"},
             {"35", "[1,37)"},
             {"37", "[37,99)"},
             {"42", "[37,99)"},
             {"44", "[37,99)"}},
            {{"30", "[1,99)"},
             {"32", "[1,99)"},
             {"35", "[1,99)"},
             {"37", "[1,99)"},
             {"42", "[1,99)"},
             {"44", "[1,99)"}}};
}

}  // namespace

Problem census_sample(std::uint64_t k, bool by_number) {
    Problem problem;
    problem.table = sample_table();
    const std::vector<std::vector<Labels>> levels{
        education_levels(), {{{"M", "ANY_Sex"}, {"F", "ANY_Sex"}}}, hours_levels()};
    for (std::size_t j = 0; j < levels.size(); ++j) {
        QuasiIdentifier& qi = problem.quasi_identifiers.emplace_back();
        problem.columns.push_back(j);
        qi.name = problem.table.column(j).name;
        qi.hierarchy_given = !by_number || j != 2;
        qi.recode_range = !qi.hierarchy_given;
        qi.hierarchy = qi.hierarchy_given ? hierarchy_of(problem.table.column(j), levels[j])
                                          : flat_hierarchy(problem.table.column(j).dictionary);
        qi.greatest_level = qi.hierarchy.height();
    }
    problem.class_attribute = 3;
    problem.tracked_columns = {3};
    problem.k = k;
    const PrivacyRequirement model{.model = "k-anonymity",
                                   .parameters = {{"k", static_cast<double>(k)}}};
    problem.models.push_back(find_privacy_model(model.model).make(model, std::nullopt));
    count_rows(problem);
    return problem;
}

}  // namespace kanon::test
