// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/audit.hpp"
#include "kanon/audit/evidence.hpp"

#include "support/tables.hpp"
#include "world.hpp"
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

using test::audit_table;
using test::named;
using test::table_of;
using Names = std::vector<std::string>;

constexpr std::string_view kPeople =
    "21 a flu; 22 b cold; 23 c flu; 24 d gout; 25 e cold; 26 f flu";

Problem people(const std::vector<test::ModelSpec>& models,
               RecodingModel model = RecodingModel::freeform,
               SuppressedRows suppressed = SuppressedRows::star) {
    Problem out = test::problem_of(table_of("age who ill", kPeople),
                                   {.quasi_identifiers = {"age"},
                                    .withheld = {"who"},
                                    .models = models,
                                    .suppression_limit = 1,
                                    .suppressed = suppressed,
                                    .height = 1});
    out.recoding_model = model;
    return out;
}

/// Boxes of two neighbours, and of the two ends, in the order of the rows they stand for.
const Names kRing{"[21, 22]", "[22, 23]", "[23, 24]", "[24, 25]", "[25, 26]", "[21, 26]"};

Table ages_of(const Names& boxes, std::string_view people_text = kPeople) {
    const Table original = table_of("age who ill", people_text);
    Names ill;
    for (std::size_t row = 0; row < boxes.size(); ++row) {
        ill.emplace_back(boxes[row] == "*" ? "*" : original.column(2).text(row));
    }
    return Table({test::column_of("age", boxes, ValueType::text), test::column_of("ill", ill)},
                 boxes.size());
}

TEST(Candidates, KeepAPromiseThatClassesDoNot) {
    const Table release = ages_of(kRing);
    const AuditReport report = audit_table(people({{"k-anonymity", 2}}), release);
    EXPECT_EQ(named(report), Names{});
    ASSERT_TRUE(report.passed);
    ASSERT_TRUE(report.candidates);
    EXPECT_EQ(report.candidates->least, 2U);
    EXPECT_TRUE(report.candidates->whole);
    EXPECT_EQ(report.proofs[0].achieved, 2);
    EXPECT_EQ(report.measures.classes, 0U);
    const AuditReport by_classes =
        audit_table(people({{"k-anonymity", 2}}, RecodingModel::classes), release);
    EXPECT_FALSE(by_classes.passed);
    EXPECT_FALSE(by_classes.candidates);
}

TEST(Candidates, OfClassesAreNotAskedFor) {
    const Names halves{"[21, 23]", "[21, 23]", "[21, 23]", "[24, 26]", "[24, 26]", "[24, 26]"};
    const AuditReport report = audit_table(people({{"k-anonymity", 3}}), ages_of(halves));
    EXPECT_TRUE(report.passed);
    EXPECT_FALSE(report.candidates);
    EXPECT_EQ(report.measures.classes, 2U);
}

TEST(Candidates, TooFewForOneRowBreakThePromise) {
    Names boxes = kRing;
    boxes[2] = "23";  // shows itself
    const AuditReport report = audit_table(people({{"k-anonymity", 2}}), ages_of(boxes));
    EXPECT_FALSE(report.passed);
    EXPECT_FALSE(report.proofs[0].holds);
    EXPECT_TRUE(report.proofs[0].is_decided);
}

TEST(Candidates, AreThoseThatSomeMatchingPairs) {
    // The boxes of 21 and 22 take both from whoever else covers them.
    const Names boxes{"[21, 22]", "[21, 22]", "[21, 24]", "[23, 24]", "[25, 26]", "[25, 26]"};
    const AuditReport report = audit_table(people({{"k-anonymity", 2}}), ages_of(boxes));
    ASSERT_TRUE(report.candidates);
    EXPECT_TRUE(report.passed);
    EXPECT_EQ(report.candidates->least, 2U);
    EXPECT_EQ(report.candidates->mean, 2);
}

TEST(Candidates, KeepOtherModelsOnBothSides) {
    // As drawn, 21 and 26 show flu, 25 and 22 a cold.
    const test::ModelSpec diverse{"l-diversity", 2, "ill", "distinct"};
    const AuditReport holds = audit_table(people({{"k-anonymity", 2}}), ages_of(kRing));
    EXPECT_EQ(holds.candidates->disclosed.size(), 0U) << "no column is sensitive here";
    const AuditReport broken = audit_table(people({{"k-anonymity", 2}, diverse}), ages_of(kRing));
    EXPECT_FALSE(broken.passed) << "21 may be behind two boxes, and both show flu";
    ASSERT_EQ(broken.proofs.size(), 2U);
    EXPECT_TRUE(broken.proofs[0].holds);
    EXPECT_FALSE(broken.proofs[1].holds);
    EXPECT_EQ(broken.proofs[1].achieved, 1);
    const Names wider{"[21, 23]", "[21, 23]", "[22, 24]", "[24, 26]", "[24, 26]", "[21, 26]"};
    EXPECT_TRUE(audit_table(people({{"k-anonymity", 2}, diverse}), ages_of(wider)).passed);
}

TEST(Candidates, SuppressedRowsMayBeAnybody) {
    Names boxes = kRing;
    boxes[5] = "*";
    EXPECT_TRUE(audit_table(people({{"k-anonymity", 2}}), ages_of(boxes)).passed);
    boxes.pop_back();
    const Problem dropped =
        people({{"k-anonymity", 2}}, RecodingModel::freeform, SuppressedRows::drop);
    EXPECT_TRUE(audit_table(dropped, ages_of(boxes)).passed);
    boxes[1] = "22";
    EXPECT_FALSE(audit_table(dropped, ages_of(boxes)).passed);
}

TEST(Candidates, AreDifferentPersons) {
    const auto world = [](std::string_view text) {
        Problem out = test::problem_of(table_of("age who ill", text),
                                       {.quasi_identifiers = {"age"},
                                        .withheld = {"who"},
                                        .models = {{"k-anonymity", 2, "who"}},
                                        .height = 1});
        out.recoding_model = RecodingModel::freeform;
        return out;
    };
    constexpr std::string_view kOnePerson =
        "21 a flu; 22 a cold; 23 c flu; 24 d gout; 25 e cold; 26 f flu";
    const Table release = ages_of(kRing);
    EXPECT_TRUE(audit_table(world(kPeople), release).passed);
    EXPECT_FALSE(audit_table(world(kOnePerson), release).passed);
    EXPECT_FALSE(
        audit_table(world("21 a flu; 22 b cold; 23 c flu; 24 d gout; 25 e cold; 26 ? flu"), release)
            .passed)
        << "a missing person is nobody";
}

TEST(Candidates, ThatAreTooManyAreJudgedByARest) {
    Names boxes(6, "[21, 26]");
    boxes[0] = "[21, 25]";
    boxes[5] = "[22, 26]";
    AuditOptions options;
    options.most_candidate_pairs = 9;
    const AuditReport found = audit_table(people({{"k-anonymity", 2}}), ages_of(boxes), options);
    ASSERT_TRUE(found.candidates);
    EXPECT_FALSE(found.candidates->whole);
    EXPECT_TRUE(found.proofs[0].holds) << "what holds of some pairs holds of all";
    options.most_candidate_pairs = 1;
    const Problem fives = people({{"k-anonymity", 5}});
    const AuditReport open = audit_table(fives, ages_of(boxes), options);
    EXPECT_FALSE(open.proofs[0].holds);
    EXPECT_FALSE(open.proofs[0].is_decided) << "nothing is broken that was not looked at";
    EXPECT_EQ(open.not_proven.size(), 1U);
    EXPECT_TRUE(audit_table(fives, ages_of(boxes)).proofs[0].holds);
}

TEST(Candidates, AreTheSameForAnyNumberOfThreads) {
    // Rings of ages in each town: parts of 4,096 rows are judged at once.
    constexpr int kAges = 96;
    constexpr int kTowns = 96;
    ASSERT_GT(auditing::part_count(std::size_t{kAges} * kTowns), 1U);
    std::string rows;
    Names boxes;
    Names towns;
    for (int row = 0; row < kAges * kTowns; ++row) {
        const int age = row % kAges;
        towns.push_back("t" + std::to_string(row / kAges));
        rows += (row == 0 ? "" : "; ") + std::to_string(age) + " " + towns.back();
        boxes.push_back(age + 1 < kAges
                            ? "[" + std::to_string(age) + ", " + std::to_string(age + 1) + "]"
                            : "[0, " + std::to_string(age) + "]");
    }
    const Table release(
        {test::column_of("age", boxes, ValueType::text), test::column_of("town", towns)},
        boxes.size());
    Problem problem = test::problem_of(
        table_of("age town", rows),
        {.quasi_identifiers = {"age", "town"}, .models = {{"k-anonymity", 2}}, .height = 1});
    problem.recoding_model = RecodingModel::freeform;
    const AuditReport one = audit_table(problem, release, {}, 1);
    const AuditReport four = audit_table(problem, release, {}, 4);
    EXPECT_TRUE(one.passed);
    EXPECT_EQ(one.checks, four.checks);
    EXPECT_EQ(named(one), named(four));
    ASSERT_TRUE(one.candidates && four.candidates);
    EXPECT_EQ(one.candidates->least, 2U);
    EXPECT_EQ(four.candidates->least, 2U);
    EXPECT_EQ(four.candidates->mean, one.candidates->mean);
    EXPECT_EQ(four.proofs[0].achieved, one.proofs[0].achieved);
}

}  // namespace
}  // namespace kanon
