// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/risk.hpp"

#include "support/problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace kanon {
namespace {

using risk::Subject;

Problem problem_of(const std::string& rows, const std::string& more = "") {
    return test::bound(test::table_of("age zip who", rows),
                       "attributes:\n  age: {role: quasi-identifying, hierarchy: flat}\n"
                       "  zip: {role: quasi-identifying, hierarchy: flat}\n"
                       "  who: {role: insensitive}\nprivacy: {k-anonymity: 2}\n" +
                           more);
}

Release released(const Problem& problem, const std::string& rows) {
    Release out;
    out.table = test::table_of("age zip who", rows);
    out.original_column = {0, 1, 2};
    static_cast<void>(problem);
    return out;
}

const char* const kRows = "1 5 a; 1 5 b; 2 6 c; 3 6 d";

TEST(AssessRisk, TellsATableAndAReleaseApart) {
    const Problem problem = problem_of(kRows);
    const Release release = released(problem, "1 5 a; 1 5 b; * 6 c; * 6 d");
    const risk::Assessment found = assess_risk(problem, &release, {}, RunContext{}).assessment;
    EXPECT_EQ(found.before.found.uniques, 2U);
    EXPECT_DOUBLE_EQ(found.before.found.prosecutor.average, 0.75);
    ASSERT_TRUE(found.after.has_value());
    EXPECT_EQ(found.after->found.uniques, 0U);
    EXPECT_DOUBLE_EQ(found.after->found.prosecutor.highest, 0.5);
}

TEST(AssessRisk, LeavesSuppressedRowsOut) {
    const Problem problem = problem_of(kRows);
    const Release release = released(problem, "1 5 a; 1 5 b; * * *; * * *");
    const risk::Assessment found = assess_risk(problem, &release, {}, RunContext{}).assessment;
    EXPECT_EQ(found.after->suppressed_rows, 2U);
    EXPECT_EQ(found.after->found.rows, 2U);
    const Release dropped = released(problem, "1 5 a; 1 5 b");
    EXPECT_EQ(assess_risk(problem, &dropped, {}, RunContext{}).assessment.after->suppressed_rows,
              2U);
}

TEST(AssessRisk, LeavesStarredRowsOfATableOut) {
    const Problem problem = problem_of("1 5 a; 1 5 b; * * *; * * *; 2 7 e");
    const risk::Assessment found = assess_risk(problem, nullptr, {}, RunContext{}).assessment;
    EXPECT_EQ(found.before.suppressed_rows, 2U);
    EXPECT_EQ(found.before.found.rows, 3U);
}

TEST(AssessRisk, TellsWhatEachColumnAdds) {
    const risk::Assessment found =
        assess_risk(problem_of(kRows), nullptr, {.suda = true}, RunContext{}).assessment;
    ASSERT_EQ(found.columns.size(), 2U);
    EXPECT_EQ(found.columns[0].column, "age");
    EXPECT_EQ(found.columns[0].uniques_without, 0U);
    EXPECT_EQ(found.columns[1].uniques_without, 2U);
    EXPECT_EQ(found.columns[0].suda_share, 1);
    EXPECT_EQ(found.columns[1].suda_share, 0);
    EXPECT_EQ(found.suda->specials, 2U);
}

TEST(AssessRisk, CountsRowsWithinStrata) {
    const Problem problem = problem_of("1 5 a; 1 5 b; 1 5 a; 2 6 a; 2 6 b; 2 6 b; 1 5 d; 3 6 c");
    const RiskOptions options{.threshold = 0.5, .fraction = 0.25, .strata = {"who"}, .rows = true};
    const RiskResult result = assess_risk(problem, nullptr, options, RunContext{});
    const Column& alike = result.rows.column(*result.rows.find("stratum_alike"));
    const auto same = [&](std::size_t column, std::size_t a, std::size_t b) {
        const CodeVector& codes = problem.table.column(column).codes;
        return codes[a] == codes[b];
    };
    std::uint64_t uniques = 0;
    for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
        std::uint64_t count = 0;
        for (std::size_t other = 0; other < problem.table.row_count(); ++other) {
            const bool both = same(0, row, other) && same(1, row, other) && same(2, row, other);
            count += both ? 1U : 0U;
        }
        EXPECT_EQ(alike.dictionary->text(alike.codes[row]), std::to_string(count));
        uniques += count == 1 ? 1U : 0U;
    }
    const risk::StrataRisk& strata = *result.assessment.strata;
    EXPECT_EQ(strata.all.found.uniques, uniques);
    EXPECT_EQ(strata.all.strata, 4U);
    ASSERT_EQ(strata.each.size(), 3U);  // a, b, and two of one row each
    EXPECT_EQ(strata.each[0].values, std::vector<std::string>{"a"});
    EXPECT_TRUE(strata.each[2].values.empty());
    EXPECT_EQ(strata.each[2].strata, 2U);
    EXPECT_EQ(strata.each[2].found.rows, 2U);
    double expected = 0;
    for (const risk::StratumRisk& one : strata.each) {
        expected += one.individual->average * static_cast<double>(one.found.rows);
    }
    EXPECT_NEAR(expected, strata.all.individual->average * 8, 1e-12);
    // The figures of the whole table stay as they are.
    EXPECT_EQ(result.assessment.before.found.uniques, 1U);
}

TEST(AssessRisk, LeavesStarredRowsOfStrataOut) {
    const Problem problem = problem_of("1 5 a; 1 5 a; * * a; * * b; 2 7 b; 2 7 b");
    const RiskOptions options{.threshold = 0.5, .strata = {"who"}};
    const risk::Assessment found = assess_risk(problem, nullptr, options, RunContext{}).assessment;
    EXPECT_EQ(found.strata->all.found.rows, 4U);
    EXPECT_EQ(found.strata->all.found.uniques, 0U);
}

TEST(AssessRisk, CountsPeopleByTheShareThatWasDrawn) {
    const risk::Assessment found =
        assess_risk(problem_of(kRows), nullptr, {.fraction = 0.1}, RunContext{}).assessment;
    EXPECT_EQ(found.people, risk::PeopleSource::fraction);
    EXPECT_DOUBLE_EQ(*found.before.found.least_people, 10);
    EXPECT_DOUBLE_EQ(found.before.found.journalist->highest, 0.1);
    EXPECT_TRUE(found.before.individual.has_value());
    EXPECT_DOUBLE_EQ(found.before.uniques->population, 40);
}

TEST(AssessRisk, CountsPersonsBeforeAndAfter) {
    const Problem problem = problem_of("1 5 a; 1 5 a; 2 6 c; 3 6 d", "person: who\n");
    const Release release = released(problem, "1 5 a; 1 5 a; * 6 c; * 6 d");
    const risk::Assessment found = assess_risk(problem, &release, {}, RunContext{}).assessment;
    EXPECT_EQ(found.before.subject, Subject::person);
    EXPECT_EQ(found.before.found.uniques, 4U);
    EXPECT_EQ(found.after->subject, Subject::person);
    EXPECT_EQ(found.after->found.uniques, 2U);
    // Rows in another order: whose they are is not known.
    const Release shuffled = released(problem, "* 6 d; 1 5 a; * 6 c; 1 5 a");
    const risk::Assessment other = assess_risk(problem, &shuffled, {}, RunContext{}).assessment;
    EXPECT_EQ(other.after->subject, Subject::row);
    EXPECT_FALSE(other.notes.empty());
}

TEST(AssessRisk, HasTheRiskOfEachRowWhereItIsAsked) {
    const Problem problem = problem_of(kRows);
    const Release release = released(problem, "1 5 a; 1 5 b; * * *; * 6 d");
    const Table rows =
        assess_risk(problem, &release, {.suda = true, .rows = true}, RunContext{}).rows;
    ASSERT_EQ(rows.row_count(), 4U);
    const auto cell = [&](const char* name, std::size_t row) {
        return std::string(rows.column(rows.find(name).value()).text(row));
    };
    EXPECT_EQ(cell("alike", 0), "2");
    EXPECT_EQ(cell("risk", 2), "1.0");
    EXPECT_EQ(cell("minimal_uniques", 2), "1");
    EXPECT_EQ(cell("released_alike", 1), "2");
    EXPECT_EQ(cell("released_risk", 2), "");  // suppressed
    EXPECT_EQ(assess_risk(problem, nullptr, {}, RunContext{}).rows.row_count(), 0U);
}

TEST(AssessRisk, RefusesWhatIsOutOfRange) {
    const Problem problem = problem_of(kRows);
    for (const RiskOptions& options : {RiskOptions{.threshold = 0},
                                       RiskOptions{.threshold = 1.1},
                                       RiskOptions{.threshold = std::nan("")},
                                       RiskOptions{.fraction = 0},
                                       RiskOptions{.fraction = 2},
                                       RiskOptions{.fraction = 0.1, .weights = "who"},
                                       RiskOptions{.weights = "who"},
                                       RiskOptions{.weights = "nobody"}}) {
        EXPECT_THROW(static_cast<void>(assess_risk(problem, nullptr, options, RunContext{})),
                     Error);
    }
}

}  // namespace
}  // namespace kanon
