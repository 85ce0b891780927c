// SPDX-License-Identifier: Apache-2.0
#include "support/problems.hpp"

#include "kanon/policy/policy_file.hpp"

#include "support/tables.hpp"

#include <utility>

namespace kanon::test {

Problem bound(Table table, const std::string& policy) {
    return bind(std::move(table), parse_policy(policy, "test.yaml"), RunContext{});
}

void count_rows(Problem& problem) {
    problem.tracked.clear();
    for (const std::size_t column : problem.tracked_columns) {
        problem.tracked.push_back({.name = problem.table.column(column).name,
                                   .dictionary = problem.table.column(column).dictionary});
        if (column == problem.class_attribute) {
            problem.class_place = problem.tracked.size() - 1;
        }
    }
    TypedRows rows = make_row_types(problem.table, problem.columns, problem.tracked_columns, 1);
    problem.type_of_row = std::move(rows.type_of_row);
    problem.count(std::move(static_cast<RowTypes&>(rows)));
}

Problem star_problem(std::string_view names,
                     std::string_view rows,
                     std::uint64_t k,
                     const std::string& more) {
    Table table = table_of(names, rows);
    std::string policy = "objective: stars\nprivacy: {k-anonymity: " + std::to_string(k) + "}\n" +
                         more + "attributes:\n";
    for (const std::string_view name : table.names()) {
        policy += "  " + std::string(name) + ": {role: quasi-identifying, hierarchy: flat}\n";
    }
    return bound(std::move(table), policy);
}

}  // namespace kanon::test
