// SPDX-License-Identifier: Apache-2.0
// Every method of the catalogue on tables of more quasi-identifiers than a word has bits: it makes
// a release that is judged good, or refuses the policy with a remedy.
#include "kanon/base/error.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/tables.hpp"
#include "trials.hpp"
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace kanon::test {
namespace {

/// Twelve rows of two values a column, each row once or twice; the last column is the class.
Problem wide_problem(const MethodInfo& method, std::size_t columns) {
    std::string names = "label";
    std::string policy =
        "privacy: {k-anonymity: 2}\nmethod: " + std::string(method.name) +
        "\nobjective: " + std::string(info(method.objectives.front()).name) +
        (method.recoding == RecodingKind::assignment ? "\nrecoding: freeform" : "") +
        "\nattributes:\n  label: {role: sensitive, class: true}\n";
    for (std::size_t j = 0; j < columns; ++j) {
        const std::string name = "c" + std::to_string(j);
        names += " " + name;
        policy += "  " + name + ": {role: quasi-identifying, hierarchy: flat}\n";
    }
    std::string rows;
    for (std::size_t row = 0; row < 12; ++row) {
        rows += row % 2 == 0 ? "x" : "y";
        for (std::size_t j = 0; j < columns; ++j) {
            rows += (row / 3 + j * (row % 3 == 0 ? 1 : 2)) % 2 == 0 ? " a" : " b";
        }
        rows += "; ";
    }
    return bound(table_of(names, rows), policy);
}

class WideConformance : public MethodTest {};

TEST_P(WideConformance, ReleasesOrRefusesWithARemedy) {
    RunContext context;
    context.node_limit = 200;
    for (const std::size_t columns : {65U, 130U}) {
        SCOPED_TRACE(columns);
        const Problem problem = wide_problem(method(), columns);
        try {
            const Outcome outcome = run_method(method().name, problem, {}, context);
            EXPECT_FALSE(method().stars_only) << "a pattern has a bit for each column";
            if (outcome.recoding) {
                audited(problem, outcome);
            }
        } catch (const Error& refusal) {
            EXPECT_EQ(refusal.code(), ErrorCode::bad_policy);
            EXPECT_NE(std::string(refusal.what()).find("; "), std::string::npos)
                << "no remedy: " << refusal.what();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, WideConformance, testing::ValuesIn(all_methods()), name_of);

}  // namespace
}  // namespace kanon::test
