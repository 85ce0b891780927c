// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/audit.hpp"

#include "support/problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon {
namespace {

Problem limited(const std::string& average, const std::string& more = "") {
    return test::bound(test::table_of("age who", "1 a; 1 a; 2 b; 2 c; 2 d; 3 e; 3 f; 3 f"),
                       "attributes: {age: {role: quasi-identifying, hierarchy: flat}, who: {role: "
                       "insensitive}}\nprivacy: {k-anonymity: 2, risk: {average: " +
                           average + "}}\nsuppression: {max: 3}\n" + more);
}

AuditReport judged(const Problem& problem, const std::string& ages) {
    Release release;
    release.table = test::table_of("age who", ages);
    release.original_column = {0, 1};
    return audit(problem, release, {}, RunContext{});
}

TEST(Averages, AreOverTheReleasedRows) {
    const std::string whole = "1 a; 1 a; 2 b; 2 c; 2 d; 3 e; 3 f; 3 f";
    const AuditReport kept = judged(limited("0.375"), whole);
    EXPECT_TRUE(kept.passed);
    EXPECT_TRUE(kept.proofs[1].holds);
    EXPECT_TRUE(kept.proofs[1].is_average);
    EXPECT_DOUBLE_EQ(kept.proofs[1].achieved, 3.0 / 8);
    const AuditReport broken = judged(limited("0.37"), whole);
    EXPECT_FALSE(broken.passed);
    EXPECT_FALSE(broken.proofs[1].holds);
    ASSERT_EQ(broken.faults.size(), 1U);
    EXPECT_EQ(broken.faults[0].rule, "risk");
    EXPECT_FALSE(broken.faults[0].row.has_value());
}

TEST(Averages, LeaveSuppressedRowsOut) {
    const AuditReport found = judged(limited("0.35"), "* *; * *; 2 b; 2 c; 2 d; 3 e; 3 f; 3 f");
    EXPECT_TRUE(found.passed);
    EXPECT_DOUBLE_EQ(found.proofs[1].achieved, 2.0 / 6);
}

TEST(Averages, CountPersonsAndAreOpenWhereTheyAreNotTold) {
    const Problem problem =
        test::bound(test::table_of("age who", "1 a; 1 b; 2 a; 2 c; 2 c"),
                    "attributes: {age: {role: quasi-identifying, hierarchy: flat}}\nperson: who\n"
                    "privacy: {k-anonymity: 2, risk: {average: 0.5}}\n");
    Release release;
    release.table = test::table_of("age", "1; 1; 2; 2; 2");
    release.original_column = {0};
    const AuditReport found = audit(problem, release, {}, RunContext{});
    EXPECT_TRUE(found.proofs[1].holds);
    EXPECT_DOUBLE_EQ(found.proofs[1].achieved, 0.5);
    // Shuffled, stars hide who stands in which class.
    release.table = test::table_of("age", "*; *; *; *; *");
    AuditOptions shuffled;
    shuffled.shuffled = true;
    const AuditReport all = audit(problem, release, shuffled, RunContext{});
    EXPECT_EQ(all.proofs.size(), 2U);
}

}  // namespace
}  // namespace kanon
