// SPDX-License-Identifier: Apache-2.0
// A release of counted rows must account for every row that these stand for, and for none twice.
#include "kanon/audit/audit.hpp"
#include "kanon/audit/cells/released_table.hpp"

#include "support/tables.hpp"
#include "world.hpp"
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

using Counts = std::vector<std::uint64_t>;
using Rows = std::vector<std::uint32_t>;

/// Three rows `a flu`, two `b cold`, one `b flu`.
Problem problem_with(std::uint64_t limit, SuppressedRows suppressed = SuppressedRows::drop) {
    Problem problem =
        test::problem_of(test::table_of("letter illness", "a flu; b cold; b flu"),
                         {.quasi_identifiers = {"letter"},
                          .models = {{"k-anonymity", 2}},
                          .suppression_limit = limit,
                          .suppressed = suppressed,
                          .label_of = [](std::string_view, Level) { return std::string("any"); }});
    problem.counts = {3, 2, 1};
    return problem;
}

AuditReport judged(const Problem& problem,
                   const std::string& released,
                   const Rows& original_row,
                   const Counts& counts) {
    Release release = release_from_table(test::table_of("letter illness", released), problem);
    release.original_row = original_row;
    release.counts = counts;
    return audit(problem, release, AuditOptions{}, RunContext{});
}

TEST(CountedRelease, MaySplitRowsAndLeaveSomeOut) {
    const AuditReport report =
        judged(problem_with(1), "a flu; any flu; any cold; any flu", {0, 0, 1, 2}, {2, 1, 2, 1});
    EXPECT_TRUE(report.passed) << report.faults.front().message;
    EXPECT_EQ(report.measures.rows, 6U);
    EXPECT_EQ(report.measures.min_class, 2U);
    EXPECT_EQ(report.measures.max_class, 4U);
    const AuditReport dropped = judged(problem_with(1), "a flu; b cold", {0, 1}, {3, 2});
    EXPECT_TRUE(dropped.passed) << dropped.faults.front().message;
    EXPECT_EQ(dropped.measures.suppressed_rows, 1U);
}

TEST(CountedRelease, IsRefusedWhereRowsAreLost) {
    const AuditReport too_many = judged(problem_with(1), "a flu; b cold", {0, 1}, {2, 2});
    EXPECT_EQ(test::named(too_many), (std::vector<std::string>{"suppression-limit 0"}));
    const AuditReport must_stay =
        judged(problem_with(6, SuppressedRows::star), "a flu; b cold", {0, 1}, {3, 2});
    EXPECT_EQ(test::named(must_stay), (std::vector<std::string>{"row-lost 3"}));
}

TEST(CountedRelease, IsRefusedWhereARowIsReleasedMoreOftenThanItIs) {
    const AuditReport more = judged(problem_with(6), "a flu; a flu; b cold", {0, 0, 1}, {2, 2, 2});
    EXPECT_FALSE(more.passed);
    EXPECT_EQ(test::named(more).front(), "order 2");
    const AuditReport in_place = judged(problem_with(6), "a flu; b cold; b flu", {}, {2, 3, 1});
    EXPECT_FALSE(in_place.passed);
    EXPECT_EQ(test::named(in_place).front(), "order 2");
    EXPECT_TRUE(judged(problem_with(6), "a flu; b cold; b flu", {}, {3, 2, 1}).passed);
    const AuditReport back = judged(problem_with(6), "b cold; a flu", {1, 0}, {2, 3});
    EXPECT_EQ(test::named(back).front(), "order 2");
}

TEST(CountedRelease, IsHeldAgainstTheRowsThatItClaims) {
    const AuditReport report =
        judged(problem_with(6), "a flu; b cold; b cold", {0, 1, 2}, {3, 2, 1});
    EXPECT_EQ(test::named(report), (std::vector<std::string>{"unchanged 3 illness"}));
    EXPECT_EQ(report.fault_count, 1U);
}

}  // namespace
}  // namespace kanon
