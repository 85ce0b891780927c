// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/node_cells/node_cells.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/survey.hpp"
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace kanon::test {
namespace {

Outcome solve(Problem& problem, const std::string& method) {
    problem.objective = Objective::gcp;
    return run_method(method, problem);
}

/// Ciriani et al. 2007, at the levels of Fig. 9(c): race and sex as they are, months, four digits
/// of the code.
TEST(NodeCells, AgCsStarsNoMoreCellsThanThePublishedTable) {
    Problem problem = figure_9_problem(0);
    const Node node{0, 1, 0, 1};
    for (std::size_t j = 0; j < node.size(); ++j) {
        problem.quasi_identifiers[j].least_level = node[j];
        problem.quasi_identifiers[j].greatest_level = node[j];
    }
    problem.cell_suppression_limit = 5;
    for (const char* method : {"optimal", "samarati", "mingen", "incognito", "datafly"}) {
        const Outcome outcome = solve(problem, method);
        ASSERT_EQ(outcome.ending, Ending::feasible) << method << ": " << outcome.reason;
        SCOPED_TRACE(method);
        const AuditReport report = audited(problem, outcome);
        EXPECT_GE(report.measures.stars, 7U);
        EXPECT_LE(report.measures.stars, 8U);
        EXPECT_EQ(report.measures.suppressed_rows, 0U);
        EXPECT_NEAR(outcome.loss, report.measures.gcp, 1e-12);
        EXPECT_EQ(std::get<ClassRecoding>(*outcome.recoding).node, node);
    }
    problem.cell_suppression_limit.reset();
    EXPECT_EQ(solve(problem, "optimal").ending, Ending::infeasible);
}

TEST(NodeCells, AreForMethodsThatChooseANodeAndObjectivesOfCells) {
    Problem problem = figure_9_problem(0);
    problem.cell_suppression_limit = 5;
    for (const char* method : {"mondrian", "pattern-greedy", "genetic"}) {
        EXPECT_THROW(static_cast<void>(make_method(find_method(method), problem, {})), Error);
    }
    problem.objective = Objective::height;
    EXPECT_THROW(static_cast<void>(make_method(find_method("samarati"), problem, {})), Error);
}

/// A pattern has 64 bits. Five rows, of which the last stands alone at the node of all values.
TEST(NodeCells, RefusesMoreShownAttributesThanPatternsSpeakOf) {
    std::string names;
    std::string alike;
    for (std::size_t j = 0; j <= kMostPatternAttributes; ++j) {
        names += "q" + std::to_string(j) + " ";
        alike += "x ";
    }
    const std::string lone = "y " + alike.substr(2);
    Problem problem =
        star_problem(names, alike + ";" + alike + ";" + alike + ";" + alike + ";" + lone, 2);
    problem.cell_suppression_limit = 1;
    try {
        static_cast<void>(solve(problem, "datafly"));
        FAIL() << "65 attributes are shown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        EXPECT_NE(std::string(error.what()).find("shows 65"), std::string::npos) << error.what();
    }
}

TEST(NodeCells, NameTheRowsThatNoPatternServesAtTheNode) {
    Problem problem = star_problem("a b", "x 1; x 1; z 7", 2);
    for (QuasiIdentifier& attribute : problem.quasi_identifiers) {
        attribute.greatest_level = 0;
    }
    problem.cell_suppression_limit = 1;
    const Outcome outcome = solve(problem, "optimal");
    ASSERT_EQ(outcome.ending, Ending::infeasible);
    EXPECT_TRUE(outcome.reason.starts_with("1 row is too few of a kind")) << outcome.reason;
    EXPECT_EQ(problem.first_rows(outcome.unserved_types, 9), (std::vector<std::uint64_t>{3}));
}

}  // namespace
}  // namespace kanon::test
