// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/contract/pattern_survey.hpp"

#include "kanon/policy/policy_file.hpp"

#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <map>
#include <string>

namespace kanon::cell_suppression {
namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
const std::string kThree =
    "attributes: {a: {role: quasi-identifying}, b: {role: quasi-identifying, weight: 3}, c: {role: "
    "quasi-identifying}}\nprivacy: {k-anonymity: 2}\nobjective: stars\n";

Problem bound(const std::string& rows, const std::string& more) {
    return bind(test::table_of("a b c", rows), parse_policy(kThree + more, "p.yaml"), RunContext{});
}

TEST(PatternSurvey, TellsWhatEachPatternCostsAndServes) {
    const PatternSurvey survey = survey_patterns(
        bound("x 1 p; x 1 p; x 1 q; y 2 q; y 3 r", "patterns: {max_stars: 1}\n"), kAll, {});
    EXPECT_EQ(survey.patterns, 4U);
    ASSERT_EQ(survey.facts.size(), 4U);
    const auto expect = [&](std::size_t at, Pattern stars, double cost, int rows, int cells) {
        EXPECT_EQ(survey.facts[at].stars, stars) << at;
        EXPECT_EQ(survey.facts[at].cost, cost) << at;
        EXPECT_EQ(survey.facts[at].served_rows, static_cast<std::uint64_t>(rows)) << at;
        EXPECT_EQ(survey.facts[at].cells, static_cast<std::uint64_t>(cells)) << at;
    };
    expect(0, 0, 0, 2, 1);
    expect(1, 4, 1, 3, 1);
    expect(2, 1, 1, 2, 1);
    expect(3, 2, 3, 2, 1);
}

TEST(PatternSurvey, NamesTheRowsThatNoPatternServes) {
    const Problem problem =
        bound("z 9 v; x 1 p; x 1 p; x 1 q; y 3 r; x 2 p", "patterns: {max_stars: 1}\n");
    const PatternSurvey survey = survey_patterns(problem, kAll, {});
    EXPECT_EQ(survey.unserved_rows, 2U);
    EXPECT_EQ(problem.first_rows(survey.unserved_types, 9), (std::vector<std::uint64_t>{1, 5}));
}

TEST(PatternSurvey, LooksAtTheCheapestButBoundsByAll) {
    const Problem problem = bound("x 1 p; y 1 q", "");
    const PatternSurvey survey = survey_patterns(problem, 1, {});
    EXPECT_EQ(survey.patterns, 7U);
    ASSERT_EQ(survey.facts.size(), 1U);
    EXPECT_EQ(survey.facts[0].stars, 0U);
    EXPECT_EQ(survey.unserved_rows, 0U);
    EXPECT_EQ(survey.lower_bound, 4);
}

/// Rows of each combination of shown values.
std::map<std::vector<Code>, std::uint64_t> groups_by_hand(const Problem& problem, Pattern stars) {
    std::map<std::vector<Code>, std::uint64_t> groups;
    for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
        std::vector<Code> shown;
        for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
            const std::size_t column = problem.columns[j];
            shown.push_back((stars >> j & 1U) != 0 ? Code{0}
                                                   : problem.table.column(column).codes[row] + 1);
        }
        ++groups[shown];
    }
    return groups;
}

void expect_as_by_hand(const Problem& problem, const PatternFacts& facts) {
    std::uint64_t rows = 0;
    std::uint64_t cells = 0;
    for (const auto& [shown, count] : groups_by_hand(problem, facts.stars)) {
        rows += count >= problem.least_class_rows() ? count : 0;
        cells += count >= problem.least_class_rows() ? 1U : 0U;
    }
    EXPECT_EQ(facts.served_rows, rows);
    EXPECT_EQ(facts.cells, cells);
}

TEST(PatternSurvey, CountsAsOneWouldByHand) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = test::random_star_problem(seed);
        const PatternSurvey survey = survey_patterns(problem, kAll, {});
        EXPECT_EQ(survey.facts.size(), problem.patterns.patterns().size());
        for (const PatternFacts& facts : survey.facts) {
            expect_as_by_hand(problem, facts);
        }
    }
}

TEST(PatternSurvey, RefusesAnObjectiveThatHasNoCostOfCells) {
    Problem problem = bound("x 1 p; y 1 q", "");
    problem.objective = Objective::dm;
    try {
        static_cast<void>(survey_patterns(problem, 1, {}));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        EXPECT_NE(std::string(error.what()).find("not by dm"), std::string::npos);
    }
}

TEST(PatternSurvey, EndsAtTheDeadline) {
    RunContext context;
    context.deadline = std::chrono::steady_clock::now();
    EXPECT_THROW(static_cast<void>(survey_patterns(bound("x 1 p; y 1 q", ""), kAll, context)),
                 Error);
}

}  // namespace
}  // namespace kanon::cell_suppression
