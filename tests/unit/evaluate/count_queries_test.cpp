// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/count_queries.hpp"

#include "evaluate_cases.hpp"
#include <gtest/gtest.h>

#include <vector>

namespace kanon {
namespace {

/// Two classes of two rows.
test::EvaluateCase patients() {
    return {
        "age zip",
        "30 a; 31 a; 40 b; 50 b",
        test::kPatients,
        {{"age", {"[30, 31]", "[30, 31]", "[40, 50]", "[40, 50]"}}, {"zip", {"a", "a", "*", "*"}}}};
}

TEST(CountQueries, SpreadRowsOverTheValuesOfACell) {
    const EvaluatedTable table = patients().table();
    // age = 30: one of the two values of two rows.
    const QueryAnswer one = answer_query(table, {{0, {true, false, false, false}}}, 1);
    EXPECT_DOUBLE_EQ(one.original, 1);
    EXPECT_DOUBLE_EQ(one.release, 1);
    // age in 31 .. 40 and zip = a: half of two rows with the zip, half of two with either one.
    const QueryAnswer two =
        answer_query(table, {{0, {false, true, true, false}}, {1, {true, false}}}, 1);
    EXPECT_DOUBLE_EQ(two.original, 1);
    EXPECT_DOUBLE_EQ(two.release, 2 * 0.5 + 2 * 0.5 * 0.5);
}

TEST(CountQueries, RowsLeftOutMayBeAnything) {
    const test::EvaluateCase some("age zip",
                                  "30 a; 31 a; 40 b; 50 b",
                                  test::kPatients,
                                  {{"age", {"[30, 31]", "[30, 31]"}}, {"zip", {"a", "a"}}});
    const EvaluatedTable table = some.table();
    EXPECT_EQ(table.left_out, 2U);
    EXPECT_FALSE(table.traced);
    const QueryAnswer answer = answer_query(table, {{0, {true, false, false, false}}}, 1);
    EXPECT_DOUBLE_EQ(answer.release, 2 * 0.5 + 2 * 0.25);
}

TEST(CountQueries, AnOriginalAnswersWithoutError) {
    const test::EvaluateCase same(
        "age zip",
        "30 a; 30 a; 40 b; 40 b",
        test::kPatients,
        {{"age", {"30", "30", "40", "40"}}, {"zip", {"a", "a", "b", "b"}}});
    const std::vector<QueryErrors> errors = ask_queries(same.table(), {}, {});
    ASSERT_EQ(errors.size(), 2U);  // there are no more columns
    EXPECT_EQ(errors[1].dimensions, 2U);
    EXPECT_DOUBLE_EQ(errors[0].greatest, 0);
    EXPECT_DOUBLE_EQ(errors[1].greatest, 0);
}

TEST(CountQueries, HangOnTheSeedAndNotOnThreads) {
    const EvaluatedTable table = patients().table();
    const QueryOptions options{.queries = 100, .selectivity = 0.25};
    RunContext one;
    RunContext four;
    four.threads = 4;
    const std::vector<QueryErrors> first = ask_queries(table, options, one);
    const std::vector<QueryErrors> second = ask_queries(table, options, four);
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].mean, second[i].mean);
        EXPECT_EQ(first[i].mean_answer, second[i].mean_answer);
    }
    one.seed = 2;
    EXPECT_NE(first[0].mean_answer, ask_queries(table, options, one)[0].mean_answer);
}

}  // namespace
}  // namespace kanon
