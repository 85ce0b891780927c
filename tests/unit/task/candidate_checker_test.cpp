// SPDX-License-Identifier: Apache-2.0
#include "kanon/task/candidate_checker.hpp"

#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;

/// Rows of the ages 1, 2, ..., with these values of a sensitive column, a letter each, that is to
/// have two in every set of candidates.
Problem people(const std::string& sensitive, std::uint32_t k) {
    std::string cells;
    for (std::size_t row = 0; row < sensitive.size(); ++row) {
        cells += (row == 0 ? "" : "; ") + std::to_string(row + 1) + " " + sensitive[row];
    }
    return kanon::bind(
        test::table_of("age s", cells),
        parse_policy("attributes:\n"
                     "  age: {role: quasi-identifying, recode: range}\n"
                     "  s: {role: sensitive}\n"
                     "recoding: freeform\n"
                     "privacy: {k-anonymity: " +
                         std::to_string(k) + ", l-diversity: {attribute: s, l: 2}}\n",
                     "p"),
        {});
}

/// Record r has the rows r, r + 1, ... and shows all ages.
AssignmentRecoding ring(std::uint32_t rows, std::uint32_t degree) {
    AssignmentRecoding out;
    out.degree = degree;
    for (std::uint32_t record = 0; record < rows; ++record) {
        for (std::uint32_t round = 0; round < degree; ++round) {
            out.members.push_back((record + round) % rows);
        }
    }
    out.domains = {ReleasedDomain{.values = {{Kind::range, 0, rows - 1}, {Kind::star, 0, 0}}}};
    out.value_of_record = {std::vector<std::uint32_t>(rows, 0)};
    return out;
}

TEST(CandidateChecker, HoldsWhereEveryRecordAndRowHasTwoValues) {
    const Problem problem = people("xyxy", 2);
    const AssignmentRecoding recoding = ring(4, 2);
    const CandidateChecker checker(problem, recoding);
    EXPECT_EQ(checker.broken_by_members(), "");
    EXPECT_TRUE(checker.holds_as_drawn({0, 1, 2, 3}));
    EXPECT_TRUE(checker.holds_as_drawn({1, 2, 3, 0}));
}

TEST(CandidateChecker, NamesTheModelThatMembersBreak) {
    const Problem problem = people("xyyx", 2);  // record 1 has y and y
    const AssignmentRecoding recoding = ring(4, 2);
    const std::string broken = CandidateChecker(problem, recoding).broken_by_members();
    EXPECT_NE(broken.find("diversity"), std::string::npos) << broken;
}

/// Row 2 is a member of the records 0, 1 and 2.
TEST(CandidateChecker, DrawnRowsMayBreakWhatMembersHold) {
    const Problem problem = people("xyxyxy", 3);
    const AssignmentRecoding recoding = ring(6, 3);
    const CandidateChecker checker(problem, recoding);
    EXPECT_EQ(checker.broken_by_members(), "");
    EXPECT_TRUE(checker.holds_as_drawn({0, 1, 2, 3, 4, 5}));
    EXPECT_FALSE(checker.holds_as_drawn({0, 2, 4, 3, 5, 1}));
}

/// Row 1 is then shown record 0 alone.
TEST(CandidateChecker, StarredRecordsShowNothing) {
    const Problem problem = people("xyxy", 2);
    AssignmentRecoding recoding = ring(4, 2);
    recoding.value_of_record[0][1] = 1;
    const CandidateChecker checker(problem, recoding);
    EXPECT_EQ(checker.broken_by_members(), "");
    EXPECT_FALSE(checker.holds_as_drawn({0, 1, 2, 3}));
}

/// The degree of the graph says it all.
TEST(CandidateChecker, AsksNothingOfModelsThatLookAtRowsAlone) {
    const Problem problem =
        kanon::bind(test::table_of("age", "1; 2; 3"),
                    parse_policy("attributes:\n"
                                 "  age: {role: quasi-identifying, recode: range}\n"
                                 "recoding: freeform\n"
                                 "privacy: {k-anonymity: 2}\n",
                                 "p"),
                    {});
    const AssignmentRecoding recoding = ring(3, 2);
    const CandidateChecker checker(problem, recoding);
    EXPECT_EQ(checker.broken_by_members(), "");
    EXPECT_TRUE(checker.holds_as_drawn({0, 1, 2}));
}

}  // namespace
}  // namespace kanon
