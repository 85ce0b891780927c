// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/audit.hpp"

#include "kanon/audit/cells/released_table.hpp"
#include "kanon/audit/evidence.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/base/error.hpp"

#include "support/tables.hpp"
#include "world.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using test::audit_table;
using test::named;
using test::table_of;
using Names = std::vector<std::string>;

constexpr std::string_view kOriginal =
    "ann 21 m flu X; ben 25 m cold X; cem 29 f flu Y; dan 22 f hiv Y;"
    "eve 31 m flu X; fay 35 m cold Z; gil 38 m hiv Z; hal 33 f cold X";

/// Decades of ages; letters have no middle level of their own.
std::string decade(std::string_view value, Level /*level*/) {
    return value == "m" || value == "f" ? "*" : "[" + std::string(1, value.front()) + "0,9]";
}

Problem hospital(SuppressedRows suppressed = SuppressedRows::star, std::uint64_t limit = 1) {
    return test::problem_of(
        table_of("name age sex disease city", kOriginal),
        {.quasi_identifiers = {"age", "sex"},
         .withheld = {"name"},
         .models = {{"k-anonymity", 2}, {"l-diversity", 2, "disease", "distinct"}},
         .suppression_limit = limit,
         .suppressed = suppressed,
         .label_of = decade});
}

/// The good release of the hospital, one string per row.
Names good_rows() {
    return {"[20,9] m flu X",
            "[20,9] m cold X",
            "[20,9] f flu Y",
            "[20,9] f hiv Y",
            "[30,9] m flu X",
            "[30,9] m cold Z",
            "[30,9] m hiv Z",
            "* * * *"};
}

Table release_of(const Names& rows, std::string_view names = "age sex disease city") {
    std::string text;
    for (const std::string& row : rows) {
        text += row + ";";
    }
    return table_of(names, text);
}

AuditReport audit_rows(const Names& rows, AuditOptions options = {}) {
    return audit_table(hospital(), release_of(rows), options);
}

TEST(Audit, PassesAGoodReleaseAndSaysWhatItProved) {
    const AuditReport report = audit_rows(good_rows());
    EXPECT_EQ(named(report), Names{});
    EXPECT_TRUE(report.passed);
    ASSERT_EQ(report.proofs.size(), 2U);
    EXPECT_TRUE(report.proofs[0].holds);
    EXPECT_EQ(report.proofs[0].achieved, 2);
    EXPECT_EQ(report.proofs[1].describe, "distinct 2-diversity of disease");
    EXPECT_EQ(report.proofs[1].achieved, 2);
    EXPECT_EQ(report.checks,
              (Names{"identifying columns removed (name); 4 columns remain",
                     "each of 8 x 2 released cells covers its original",
                     "each of 8 x 2 other cells is unchanged, those of suppressed rows are blank",
                     "2-anonymity holds in each of 3 classes; the worst has 2",
                     "distinct 2-diversity of disease holds in each of 3 classes; the worst has 2",
                     "each of 8 rows is released (7) or suppressed (1 of at most 1)"}));
    EXPECT_EQ(report.not_proven, Names{});
    EXPECT_EQ(report.measures.classes, 3U);
    EXPECT_EQ(report.measures.suppressed_rows, 1U);
}

TEST(Audit, NamesACellThatDoesNotCoverItsOriginal) {
    Names rows = good_rows();
    rows[5] = "[20,9] m cold Z";
    const AuditReport report = audit_rows(rows);
    EXPECT_FALSE(report.passed);
    EXPECT_EQ(named(report), (Names{"covers-original 6 age"}));
}

TEST(Audit, NamesAClassThatIsTooSmall) {
    Names rows = good_rows();
    rows[6] = "38 m hiv Z";
    const AuditReport report = audit_rows(rows);
    EXPECT_EQ(named(report), (Names{"k-anonymity 7", "l-diversity 7 disease"}));
    EXPECT_EQ(report.faults[0].message,
              "the class of this row has 1 of 2 that 2-anonymity requires");
    EXPECT_FALSE(report.proofs[0].holds);
    EXPECT_EQ(report.proofs[0].achieved, 1);
}

TEST(Audit, NamesAClassWithoutDiversity) {
    const Problem problem =
        test::problem_of(table_of("age disease", "21 flu; 25 flu; 31 flu; 35 hiv"),
                         {.quasi_identifiers = {"age"},
                          .models = {{"k-anonymity", 2}, {"l-diversity", 2, "disease", "entropy"}},
                          .label_of = decade});
    const AuditReport report = audit_table(
        problem, table_of("age disease", "[20,9] flu; [20,9] flu; [30,9] flu; [30,9] hiv"));
    EXPECT_EQ(named(report), (Names{"l-diversity 1 disease"}));
    EXPECT_TRUE(report.proofs[0].holds);
    EXPECT_EQ(report.proofs[1].achieved, 1);
}

TEST(Audit, NamesColumnsThatMustNotBeThereOrMust) {
    const AuditReport report =
        audit_table(hospital(),
                    table_of("name age disease extra",
                             "ann [20,9] flu 1; ben [20,9] cold 2; cem [20,9] flu 3;"
                             "dan [20,9] hiv 4; eve [30,9] flu 5; fay [30,9] cold 6;"
                             "gil [30,9] hiv 7; hal [30,9] cold 8"));
    EXPECT_EQ(named(report),
              (Names{"identifying-column 0 name",
                     "missing-column 0 sex",
                     "missing-column 0 city",
                     "unknown-column 0 extra"}));
}

TEST(Audit, NamesAnIdentifyingColumnThatWasNotEvenRead) {
    Problem problem = test::problem_of(
        table_of("age", "21; 25"),
        {.quasi_identifiers = {"age"}, .models = {{"k-anonymity", 2}}, .label_of = decade});
    problem.unread = {"ssn"};
    EXPECT_EQ(named(audit_table(problem, table_of("ssn age", "1 [20,9]; 2 [20,9]"))),
              (Names{"identifying-column 0 ssn"}));
    EXPECT_EQ(audit_table(problem, table_of("age", "[20,9]; [20,9]")).checks.front(),
              "identifying columns removed (ssn); 1 column remains");
}

TEST(Audit, NamesAChangedCell) {
    Names rows = good_rows();
    rows[3] = "[20,9] f hiv Z";
    rows[1] = "[20,9] m ? X";
    EXPECT_EQ(named(audit_rows(rows)), (Names{"unchanged 2 disease", "unchanged 4 city"}));
}

TEST(Audit, NamesAValueThatMeansNothing) {
    Names rows = good_rows();
    rows[0] = "[20,9] x flu X";
    rows[1] = "[20,9] x cold X";
    EXPECT_EQ(named(audit_rows(rows)), (Names{"unreadable-value 1 sex", "unreadable-value 2 sex"}));
}

TEST(Audit, NamesASuppressedRowThatStillTells) {
    Names rows = good_rows();
    rows[7] = "* * cold ?";
    EXPECT_EQ(named(audit_rows(rows)), (Names{"partly-suppressed 8 disease"}));
    rows[7] = "* * ? ?";
    EXPECT_TRUE(audit_rows(rows).passed);
}

TEST(Audit, CountsSuppressedRowsAgainstTheLimit) {
    Names rows = good_rows();
    rows[4] = rows[5] = rows[6] = "* * * *";
    const AuditReport report = audit_rows(rows);
    EXPECT_EQ(named(report), (Names{"suppression-limit 0"}));
    EXPECT_EQ(report.faults[0].message, "4 rows are suppressed; the policy allows 1 of 8");
}

TEST(Audit, HoldsVacuouslyWithoutAClass) {
    const AuditReport report =
        audit_table(hospital(SuppressedRows::star, 8), release_of(Names(8, "* * * *")));
    EXPECT_TRUE(report.passed);
    EXPECT_EQ(report.proofs[0].achieved, report.proofs[0].required);
    EXPECT_NE(std::find(report.checks.begin(),
                        report.checks.end(),
                        "2-anonymity holds, because no class is released"),
              report.checks.end());
}

TEST(Audit, NamesTheRowThatIsLost) {
    Names rows = good_rows();
    rows.erase(rows.begin() + 4);
    const AuditReport report = audit_rows(rows);
    EXPECT_EQ(named(report), (Names{"row-lost 5"}));
}

TEST(Audit, NamesARowTooMany) {
    Names rows = good_rows();
    rows.push_back("[20,9] m flu X");
    const AuditReport report = audit_rows(rows);
    EXPECT_EQ(named(report), (Names{"extra-row 9"}));
    EXPECT_EQ(report.measures.rows, 8U);
}

TEST(Audit, HidesValuesUnlessAskedForThem) {
    Names rows = good_rows();
    rows[5] = "[20,9] m hiv Z";
    for (const Fault& fault : audit_rows(rows).faults) {
        EXPECT_EQ(fault.message.find("35"), std::string::npos);
        EXPECT_EQ(fault.message.find("cold"), std::string::npos);
    }
    const AuditReport shown = audit_rows(rows, {.show_values = true});
    EXPECT_NE(shown.faults[0].message.find("('[20,9]' over '35')"), std::string::npos);
    EXPECT_NE(shown.faults[1].message.find("('hiv' over 'cold')"), std::string::npos);
}

TEST(Audit, CountsAllFaultsAndKeepsTheFirst) {
    Names rows = good_rows();
    rows[6] = rows[5] = rows[4] = rows[3] = "[30,9] f q Q";
    const AuditReport all = audit_rows(rows, {.max_faults = 1000});
    const AuditReport few = audit_rows(rows, {.max_faults = 3});
    EXPECT_EQ(few.fault_count, all.faults.size());
    Names first = named(all);
    first.resize(3);
    EXPECT_EQ(named(few), first);
    EXPECT_EQ(audit_rows(rows, {.max_faults = 0}).fault_count, all.fault_count);
}

TEST(Audit, CountsPersonsNotRows) {
    const Problem problem = test::problem_of(table_of("who age", "p 21; p 25; q 31; r 35; ? 38"),
                                             {.quasi_identifiers = {"age"},
                                              .withheld = {"who"},
                                              .models = {{"k-anonymity", 2, "who"}},
                                              .label_of = decade});
    const AuditReport report =
        audit_table(problem, table_of("age", "[20,9];[20,9];[30,9];[30,9];[30,9]"));
    EXPECT_EQ(named(report), (Names{"k-anonymity 1 who"}));
    EXPECT_EQ(report.proofs[0].achieved, 1);
}

TEST(Audit, TakesMissingAsAValueOfItsOwn) {
    const Problem problem =
        test::problem_of(table_of("age city", "21 X; ? X; ? Y; 25 X"),
                         {.quasi_identifiers = {"age"},
                          .models = {{"k-anonymity", 2}},
                          .label_of = [](std::string_view value, Level) {
                              return value.empty() ? std::string("unknown") : std::string("known");
                          }});
    EXPECT_TRUE(audit_table(problem, table_of("age city", "known X; ? X; ? Y; known X")).passed);
    EXPECT_EQ(named(audit_table(problem, table_of("age city", "? X; ? X; ? Y; known X"))),
              (Names{"covers-original 1 age", "k-anonymity 4"}));
}

TEST(Audit, ReadsStarsOfTheOriginalBesideStarsOfSuppressedRows) {
    const Problem problem = test::problem_of(table_of("age mark", "21 *; 25 \\*; 31 a"),
                                             {.quasi_identifiers = {"age"},
                                              .models = {{"k-anonymity", 2}},
                                              .suppression_limit = 1,
                                              .label_of = decade});
    EXPECT_TRUE(audit_table(problem, table_of("age mark", "[20,9] \\*; [20,9] \\\\*; * *")).passed);
    EXPECT_EQ(named(audit_table(problem, table_of("age mark", "[20,9] *; [20,9] \\*; * *"))),
              (Names{"unchanged 1 mark", "unchanged 2 mark"}));
}

/// The same table as a source has it that gives each column a type.
Table typed(const Table& table) {
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        Column column = table.column(j);
        column.storage_type = "DECIMAL(9,2)";
        columns.push_back(std::make_shared<const Column>(std::move(column)));
    }
    return {std::move(columns), table.row_count()};
}

TEST(Audit, TakesANumberThatATypeSpellsAnewForItselfAndSaysSo) {
    const Problem problem = test::problem_of(
        table_of("age pay", "21 1.50; 25 2.0; 31 3; 35 4"),
        {.quasi_identifiers = {"age"}, .models = {{"k-anonymity", 2}}, .label_of = decade});
    const Table same = table_of("age pay", "[20,9] 1.5; [20,9] 2; [30,9] 3.0; [30,9] 4");
    const AuditReport report = audit_table(problem, typed(same));
    EXPECT_TRUE(report.passed);
    ASSERT_EQ(report.notes.size(), 1U);
    EXPECT_TRUE(report.notes[0].starts_with("'pay': 3 values are spelled otherwise than in"));
    const Table other = table_of("age pay", "[20,9] 1.6; [20,9] 2; [30,9] 3.0; [30,9] 4");
    EXPECT_FALSE(audit_table(problem, typed(other)).passed);
}

TEST(Audit, HoldsTextToItsText) {
    const Problem problem = test::problem_of(
        table_of("age pay", "21 37; 25 2; 31 3; 35 4"),
        {.quasi_identifiers = {"age"}, .models = {{"k-anonymity", 2}}, .label_of = decade});
    const Table spelled = table_of("age pay", "[20,9] 37.0; [20,9] 2; [30,9] 3; [30,9] 04");
    EXPECT_EQ(named(audit_table(problem, spelled)), (Names{"unchanged 1 pay", "unchanged 4 pay"}));
}

TEST(Audit, SaysTheSameOnAnyNumberOfThreads) {
    // Classes of two ages in a town: parts of 4,096 are judged at once.
    constexpr int kTowns = 96;
    constexpr int kRanges = 96;
    ASSERT_GT(auditing::part_count(std::size_t{kTowns} * kRanges), 1U);
    std::string original;
    Names rows;
    for (int row = 0; row < 2 * kTowns * kRanges; ++row) {
        const int age = row % (2 * kRanges);
        const std::string rest =
            " t" + std::to_string(row / (2 * kRanges)) + (age % 2 == 0 ? " flu" : " cold");
        original += std::to_string(age) + rest + ";";
        rows.push_back("[" + std::to_string(age / 2 * 2) + "," + std::to_string(age / 2 * 2 + 1) +
                       "]" + rest);
    }
    const Problem problem =
        test::problem_of(table_of("age town disease", original),
                         {.quasi_identifiers = {"age", "town"},
                          .models = {{"k-anonymity", 2}, {"l-diversity", 2, "disease", "distinct"}},
                          .height = 1});
    const auto audited = [&](unsigned threads) {
        return audit_table(problem, release_of(rows, "age town disease"), {}, threads);
    };
    const AuditReport good = audited(1);
    EXPECT_EQ(named(good), Names{});
    EXPECT_EQ(good.measures.classes, 9216U);
    const AuditReport shared = audited(4);
    EXPECT_EQ(shared.checks, good.checks);
    EXPECT_TRUE(shared.passed);
    rows[101] = "[100,101] t0 hiv";
    rows[10001] = "[16,17] t52 flu";
    rows[18431] = "[0,1] t95 cold";
    const AuditReport one = audited(1);
    const AuditReport four = audited(4);
    EXPECT_EQ(named(one),
              (Names{"unchanged 102 disease",
                     "unchanged 10002 disease",
                     "k-anonymity 18431",
                     "l-diversity 18431 disease",
                     "covers-original 18432 age"}));
    EXPECT_EQ(named(four), named(one));
    EXPECT_EQ(four.checks, one.checks);
    for (std::size_t model = 0; model < 2; ++model) {
        EXPECT_EQ(four.proofs[model].achieved, one.proofs[model].achieved);
        EXPECT_EQ(one.proofs[model].achieved, 1);
    }
}

TEST(Audit, StopsWhenCancelled) {
    const std::atomic<bool> cancel = true;
    RunContext context;
    context.cancel = &cancel;
    const Problem problem = hospital();
    EXPECT_THROW(
        (void)audit(problem, release_from_table(release_of(good_rows()), problem), {}, context),
        Error);
}

/// The hospital with its suppressed row left out.
Names dropped_rows() {
    Names rows = good_rows();
    rows.pop_back();
    return rows;
}

TEST(AuditOfDroppedRows, FindsTheMatchThatKeepsTheOrder) {
    const AuditReport report =
        audit_table(hospital(SuppressedRows::drop), release_of(dropped_rows()));
    EXPECT_EQ(named(report), Names{});
    EXPECT_EQ(report.not_proven.size(), 1U);
    const AuditReport stated = audit_table(hospital(SuppressedRows::drop),
                                           release_of(dropped_rows()),
                                           {.stated_rows = 8, .stated_suppressed = 1});
    EXPECT_TRUE(stated.passed);
    EXPECT_EQ(stated.not_proven, Names{});
}

TEST(AuditOfDroppedRows, FindsARowThatWasNotCounted) {
    EXPECT_EQ(named(audit_table(hospital(SuppressedRows::drop),
                                release_of(dropped_rows()),
                                {.stated_rows = 8, .stated_suppressed = 0})),
              (Names{"row-lost 0"}));
    EXPECT_EQ(named(audit_table(hospital(SuppressedRows::drop),
                                release_of(dropped_rows()),
                                {.stated_rows = 9, .stated_suppressed = 2})),
              (Names{"stated-counts 0", "stated-counts 0"}));
    EXPECT_EQ(named(audit_table(hospital(SuppressedRows::drop, 0), release_of(dropped_rows()))),
              (Names{"suppression-limit 0"}));
}

TEST(AuditOfDroppedRows, NamesTheFirstRowWithoutAMatch) {
    const Problem problem = hospital(SuppressedRows::drop);
    Names rows = dropped_rows();
    rows[2] = "[30,9] f flu Y";
    EXPECT_EQ(named(audit_table(problem, release_of(rows)))[0], "covers-original 3 age");
    rows = dropped_rows();
    rows[2] = "[20,9] f flu Z";
    EXPECT_EQ(named(audit_table(problem, release_of(rows)))[0], "unchanged 3 city");
    rows = dropped_rows();
    std::swap(rows[1], rows[3]);
    EXPECT_EQ(named(audit_table(problem, release_of(rows))), (Names{"order 0"}));
    rows[5] = "[30,9] m flu Q";
    EXPECT_EQ(named(audit_table(problem, release_of(rows)))[0], "order 3");
    rows = dropped_rows();
    rows[2] = "[30,9] f Q Q";
    const AuditReport report = audit_table(problem, release_of(rows));
    EXPECT_EQ(named(report)[0], "no-original 3");
    EXPECT_EQ(report.not_proven.size(), 2U) << "diversity cannot be judged without originals";
    EXPECT_FALSE(report.proofs[1].holds);
}

TEST(AuditOfDroppedRows, ChecksTheClaimsOfARelease) {
    const Problem problem = hospital(SuppressedRows::drop);
    Release release = release_from_table(release_of(dropped_rows()), problem);
    release.original_row = {0, 1, 2, 3, 4, 5, 6};
    EXPECT_TRUE(audit(problem, release, {}, {}).passed);
    release.original_row = {0, 1, 2, 3, 4, 5, 7};
    EXPECT_EQ(named(audit(problem, release, {}, {})),
              (Names{"covers-original 7 sex", "unchanged 7 disease", "unchanged 7 city"}));
    release.original_row = {0, 1, 1, 3, 4, 5, 6};
    EXPECT_EQ(named(audit(problem, release, {}, {})), (Names{"order 3"}));
    release.original_row = {0, 1, 2, 3, 4, 5, 8};
    EXPECT_EQ(named(audit(problem, release, {}, {})), (Names{"order 7"}));
    release.original_row = {0, 1, 2};
    EXPECT_EQ(audit(problem, release, {}, {}).fault_count, 4U);
}

TEST(AuditOfShuffledRows, MatchesRowsInAnyOrder) {
    Names rows = good_rows();
    std::reverse(rows.begin(), rows.end());
    std::swap(rows[1], rows[4]);
    EXPECT_FALSE(audit_rows(rows).passed);
    const AuditReport report = audit_rows(rows, {.shuffled = true});
    EXPECT_EQ(named(report), Names{});
    EXPECT_EQ(report.proofs[1].achieved, 2);
}

TEST(Audit, NamesOneFaultWhereAllRowsFitInAnotherOrder) {
    Names rows = good_rows();
    std::reverse(rows.begin(), rows.end());
    const AuditReport report = audit_rows(rows);
    EXPECT_EQ(named(report), (Names{"order 0"}));
    EXPECT_EQ(report.fault_count, 1U);
    EXPECT_NE(report.faults[0].message.find("--shuffled"), std::string::npos);
    EXPECT_TRUE(report.proofs[0].holds) << "the promises are judged by the matching";
    EXPECT_EQ(report.checks.size(), 3U) << "columns and promises; nothing of rows and cells";
}

TEST(Audit, NamesEveryFaultWhereRowsFitInNoOrder) {
    Names rows = good_rows();
    std::reverse(rows.begin(), rows.end());
    rows[3] = "[20,9] m flu Z";
    EXPECT_GT(audit_rows(rows).fault_count, 1U);
}

TEST(Audit, NamesTheOrderBesideOtherFaults) {
    Names rows = good_rows();
    rows[6] = "38 m hiv Z";
    std::swap(rows[0], rows[6]);
    EXPECT_EQ(named(audit_rows(rows)),
              (Names{"order 0", "k-anonymity 1", "l-diversity 1 disease"}));
}

TEST(Audit, NamesTheOrderWhereRowsAreLeftOutAsWell) {
    Names rows = good_rows();
    rows.pop_back();
    std::reverse(rows.begin(), rows.end());
    const AuditReport report = audit_table(hospital(SuppressedRows::drop), release_of(rows));
    EXPECT_EQ(named(report), (Names{"order 0"}));
}

TEST(AuditOfShuffledRows, NamesARowThatStandsForNone) {
    Names rows = good_rows();
    rows[0] = "[20,9] m flu Z";
    EXPECT_EQ(named(audit_rows(rows, {.shuffled = true})), (Names{"no-original 1"}));
    rows = good_rows();
    rows[0] = rows[1];
    const AuditReport report = audit_rows(rows, {.shuffled = true});
    EXPECT_EQ(named(report), (Names{"no-original 2"}));
    EXPECT_EQ(report.not_proven.size(), 1U) << "diversity cannot be judged without originals";
}

TEST(AuditOfShuffledRows, ThatAreTooManyAreNoFaultAndNotProven) {
    const Problem problem = test::problem_of(
        table_of("age", "21; 25; 31; 35"),
        {.quasi_identifiers = {"age"}, .models = {{"k-anonymity", 2}}, .label_of = decade});
    const Table released = table_of("age", "[21,31];[25,35];[25,35];[21,31]");
    const AuditReport report = audit_table(problem, released, {.shuffled = true, .most_looks = 3});
    EXPECT_EQ(named(report), Names{});
    EXPECT_EQ(report.not_proven.size(), 1U);
    for (const std::string& check : report.checks) {
        EXPECT_EQ(check.find("covers"), std::string::npos) << check;
    }
    EXPECT_FALSE(audit_table(problem, released, {.most_looks = 3}).passed)
        << "rows out of order that cannot be matched stay the faults they are";
}

TEST(AuditOfShuffledRows, MovesRowsAlongAPathWhereRangesOverlap) {
    const Problem problem = test::problem_of(
        table_of("age", "21; 25; 31; 35"),
        {.quasi_identifiers = {"age"}, .models = {{"k-anonymity", 2}}, .label_of = decade});
    const AuditOptions shuffled{.shuffled = true};
    EXPECT_TRUE(
        audit_table(problem, table_of("age", "[21,31];[25,35];[25,35];[21,31]"), shuffled).passed);
    EXPECT_EQ(
        named(audit_table(problem, table_of("age", "[21,25];[21,25];[21,25];[25,35]"), shuffled)),
        (Names{"no-original 3", "k-anonymity 4"}));
}

TEST(AuditRules, AreSortedAndDistinct) {
    const auto all = rules::all();
    for (std::size_t i = 1; i < all.size(); ++i) {
        EXPECT_LT(all[i - 1].name, all[i].name);
    }
}

TEST(AuditRules, AreDocumented) {
    std::ifstream file(KANON_DOCS_DIR "/audit.md");
    ASSERT_TRUE(file) << "docs/audit.md must be there";
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (const rules::RuleInfo& rule : rules::all()) {
        EXPECT_NE(text.find("| `" + std::string(rule.name) + "` |"), std::string::npos)
            << rule.name;
    }
}

}  // namespace
}  // namespace kanon
