// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/merged_audit.hpp"

#include "kanon/audit/cells/released_table.hpp"
#include "kanon/audit/check_lines.hpp"
#include "kanon/audit/rules.hpp"

#include "support/tables.hpp"
#include "world.hpp"
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

using test::named;
using test::table_of;
using Lines = std::vector<std::string>;

constexpr std::string_view kNames = "name age sex disease city";
constexpr std::string_view kReleasedNames = "age sex disease city";
constexpr std::string_view kYoung =
    "ann 21 m flu X; ben 25 m cold X; cem 29 f flu Y; dan 22 f hiv Y;";
constexpr std::string_view kOlder =
    "eve 31 m flu X; fay 35 m cold Z; gil 38 m hiv Z; hal 33 f cold X";
constexpr std::string_view kYoungReleased =
    "[20,9] m flu X; [20,9] m cold X; [20,9] f flu Y; [20,9] f hiv Y";
constexpr std::string_view kOlderReleased =
    "[30,9] m flu X; [30,9] m cold Z; [30,9] m hiv Z; * * * *";

Problem clinic(const std::string& rows, std::uint64_t limit, bool is_part = true) {
    Problem out = test::problem_of(
        table_of(kNames, rows),
        {.quasi_identifiers = {"age", "sex"},
         .withheld = {"name"},
         .models = {{"k-anonymity", 2}, {"l-diversity", 2, "disease", "distinct"}},
         .suppression_limit = limit,
         .label_of = [](std::string_view value, Level /*level*/) {
             return value == "m" || value == "f" ? std::string("*")
                                                 : "[" + std::string(1, value.front()) + "0,9]";
         }});
    out.is_part = is_part;
    return out;
}

Problem all_of_it(std::uint64_t limit) {
    return clinic(std::string(kYoung) + std::string(kOlder), limit, false);
}

AuditReport add(MergedAudit& merged, const Problem& part, std::string_view released) {
    const Release release = release_from_table(table_of(kReleasedNames, released), part);
    const ReleasedClasses classes = classes_of(part, release, 1);
    AuditReport report = audit(part, release, classes, {}, {});
    merged.add(report, classes);
    return report;
}

TEST(MergedAudit, SaysOfPartsWhatItSaysOfTheWhole) {
    const Problem whole = all_of_it(1);
    MergedAudit merged(whole);
    add(merged, clinic(std::string(kYoung), 1), kYoungReleased);
    add(merged, clinic(std::string(kOlder), 1), kOlderReleased);
    AuditReport report = merged.finish();
    EXPECT_TRUE(report.passed);
    const AuditReport at_once = test::audit_table(
        whole,
        table_of(kReleasedNames, std::string(kYoungReleased) + ";" + std::string(kOlderReleased)));
    Lines expected = at_once.checks;
    EXPECT_EQ(expected.back(), "each of 8 rows is released (7) or suppressed (1 of at most 1)");
    expected.emplace_back(
        "the table was solved in 2 pieces, each proven by itself: no class has rows of two");
    EXPECT_EQ(report.checks, expected);
    EXPECT_EQ(report.measures.classes, at_once.measures.classes);
    EXPECT_EQ(report.measures.squared_sizes, at_once.measures.squared_sizes);
    EXPECT_EQ(report.measures.suppressed_rows, 1U);
    EXPECT_EQ(report.measures.dm, at_once.measures.dm);
    EXPECT_EQ(report.measures.c_avg, at_once.measures.c_avg);
    note_read_again(report, ReadAgain::one_table);
    EXPECT_EQ(report.checks.back(),
              "all of this holds of the table that was written, read back by its database");
}

TEST(MergedAudit, JudgesTheLimitOfAllPartsTogether) {
    const Problem whole = all_of_it(1);
    MergedAudit merged(whole);
    EXPECT_TRUE(add(merged,
                    clinic(std::string(kYoung), 1),
                    "[20,9] * flu X; [20,9] * cold X; [20,9] * flu Y; * * * *")
                    .passed);
    EXPECT_TRUE(add(merged, clinic(std::string(kOlder), 1), kOlderReleased).passed);
    const AuditReport report = merged.finish();
    EXPECT_FALSE(report.passed);
    EXPECT_EQ(named(report), (Lines{"suppression-limit 0"}));
    EXPECT_EQ(report.faults[0].message,
              "2 rows suppressed in all pieces together; the policy allows 1 of 8");
    for (const std::string& check : report.checks) {
        EXPECT_EQ(check.find("rows is released ("), std::string::npos) << check;
    }
}

TEST(MergedAudit, MissesRowsThatAreInNoPart) {
    const Problem whole = all_of_it(1);
    MergedAudit merged(whole);
    add(merged, clinic(std::string(kYoung), 1), kYoungReleased);
    EXPECT_EQ(named(merged.finish()), (Lines{"row-lost 0"}));
}

TEST(MergedAudit, APartOfStarsAloneIsSuppressedAndHasNoWorstClass) {
    const std::string stars = "* * * *; * * * *; * * * *; * * * *";
    const Problem whole = all_of_it(4);
    MergedAudit merged(whole);
    const AuditReport starred = add(merged, clinic(std::string(kOlder), 4), stars);
    EXPECT_EQ(starred.measures.suppressed_rows, 4U);
    add(merged,
        clinic(std::string(kYoung), 4),
        "[20,9] * flu X; [20,9] * cold X; [20,9] * flu Y; [20,9] * hiv Y");
    const AuditReport report = merged.finish();
    EXPECT_TRUE(report.passed);
    EXPECT_EQ(report.proofs[0].achieved, 4);
    EXPECT_EQ(report.proofs[1].achieved, 3);
    EXPECT_EQ(report.measures.suppressed_rows, 4U);
    EXPECT_EQ(report.measures.min_class, 4U);
}

/// All rows of a part are as general as can be, and others stand beside them: no reader of the
/// release can tell them from suppressed ones.
TEST(MergedAudit, APartThatIsGeneralizedThroughoutIsNoClass) {
    const std::string general = "* * flu X; * * cold Z; * * hiv Z; * * cold X";
    const auto suppressed = [&](bool is_part) {
        const Problem part = clinic(std::string(kOlder), 4, is_part);
        const Release release = release_from_table(table_of(kReleasedNames, general), part);
        return classes_of(part, release, 1).suppressed_rows();
    };
    EXPECT_EQ(suppressed(false), 0U);
    EXPECT_EQ(suppressed(true), 4U);
}

TEST(MergedAudit, SaysWhereTwoPartsMayBeReleasedAlike) {
    const Problem whole = all_of_it(0);
    MergedAudit merged(whole);
    add(merged,
        clinic("ann 21 m flu X; ben 25 f cold X; eve 31 m flu X; fay 35 m cold Z", 0),
        "[20,9] * flu X; [20,9] * cold X; [30,9] * flu X; [30,9] * cold Z");
    add(merged,
        clinic("cem 29 f flu Y; dan 22 f hiv Y; gil 38 m hiv Z; hal 33 f cold X", 0),
        "[20,9] * flu Y; [20,9] * hiv Y; [30,9] * hiv Z; [30,9] * cold X");
    const AuditReport report = merged.finish();
    EXPECT_TRUE(report.passed);
    EXPECT_NE(report.checks.back().find("count as two classes"), std::string::npos);
}

}  // namespace
}  // namespace kanon
