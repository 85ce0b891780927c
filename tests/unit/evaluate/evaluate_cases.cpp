// SPDX-License-Identifier: Apache-2.0
#include "evaluate_cases.hpp"

#include "kanon/audit/audit.hpp"
#include "kanon/audit/cells/released_table.hpp"

#include "support/problems.hpp"
#include "support/tables.hpp"

#include <memory>
#include <utility>

namespace kanon::test {
namespace {

Release release_of(const Problem& problem, const std::vector<ReleasedTexts>& released) {
    std::vector<std::shared_ptr<const Column>> columns;
    columns.reserve(released.size());
    for (const ReleasedTexts& column : released) {
        columns.push_back(column_of(column.name, column.cells));
    }
    const std::size_t rows = released.front().cells.size();
    return release_from_table(Table(std::move(columns), rows), problem);
}

}  // namespace

EvaluateCase::EvaluateCase(std::string_view names,
                           std::string_view rows,
                           const std::string& policy,
                           const std::vector<ReleasedTexts>& released)
    : problem(bound(table_of(names, rows), policy)),
      release(release_of(problem, released)),
      classes(classes_of(problem, release, 1)) {}

EvaluatedTable EvaluateCase::table() const {
    return evaluated_table(problem, release, classes, true);
}

}  // namespace kanon::test
