// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding.hpp"
#include "kanon/problem/problem.hpp"

#include <utility>
#include <vector>

namespace kanon {

Problem bind(Table table, const Policy& policy, const RunContext& context) {
    Problem problem;
    problem.table = std::move(table);
    problem.policy = policy;
    if (problem.table.row_count() == 0) {
        throw Error(ErrorCode::bad_input, "the table has no rows; there is nothing to release");
    }
    if (!policy.objective.empty()) {
        problem.objective = find_objective(policy.objective);
    }
    problem.suppressed = policy.suppressed;
    problem.suppression_limit = policy.suppression.rows(problem.table.row_count());
    if (policy.cell_suppression) {
        problem.cell_suppression_limit = policy.cell_suppression->rows(problem.table.row_count());
    }
    const std::vector<std::size_t> taken_as_insensitive = detail::bind_roles(problem);
    detail::bind_models(problem);
    detail::bind_class(problem);
    detail::check_feasible(problem);
    detail::say_rare_together(problem, taken_as_insensitive, context.threads);
    throw_if_cancelled(context);
    detail::bind_quasi_identifiers(problem);
    detail::bind_patterns(problem);
    throw_if_cancelled(context);
    std::vector<std::size_t> columns;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        columns.push_back(attribute.column);
    }
    problem.row_types = make_row_types(problem.table, columns, problem.tracked, context.threads);
    return problem;
}

}  // namespace kanon
