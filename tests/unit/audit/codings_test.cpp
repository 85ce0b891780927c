// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/audit.hpp"

#include "support/problems.hpp"
#include "support/tables.hpp"
#include "world.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using test::audit_table;
using test::column_of;
using test::named;
using Names = std::vector<std::string>;

constexpr const char* kPolicy =
    "attributes:\n"
    "  age: {role: quasi-identifying, bottom: 20, top: 80}\n"
    "  income: {role: sensitive, round: 100, top: 1000}\n"
    "  day: {role: insensitive, bottom: 1930-01-01}\n"
    "privacy: {k-anonymity: 2}\n";

Table people() {
    return Table(
        {column_of("age", {"19", "20", "50", "50", "80", "99"}),
         column_of("income", {"149", "150", "?", "950", "1000", "20000"}),
         column_of("day",
                   {"1929-05-01", "1930-01-01", "1930-01-02", "?", "1950-01-01", "1950-01-01"})},
        6);
}

Problem coded_problem() {
    return test::bound(people(), kPolicy);
}

const Names kAges{"(-inf, 20]", "(-inf, 20]", "50", "50", "[80, inf)", "[80, inf)"};
const Names kIncomes{"100", "200", "?", "1000", "[1000, inf)", "[1000, inf)"};
const Names kDays{
    "(-inf, 1930-01-01]", "(-inf, 1930-01-01]", "1930-01-02", "?", "1950-01-01", "1950-01-01"};

Table release_of(const Names& ages, const Names& incomes, const Names& days) {
    return Table({column_of("age", ages, ValueType::text),
                  column_of("income", incomes, ValueType::text),
                  column_of("day", days, ValueType::text)},
                 ages.size());
}

Names with(Names cells, std::size_t row, const std::string& cell) {
    cells[row] = cell;
    return cells;
}

TEST(Codings, AGoodReleasePassesAndIsMeasured) {
    const AuditReport report = audit_table(coded_problem(), release_of(kAges, kIncomes, kDays));
    EXPECT_EQ(named(report), Names{});
    ASSERT_EQ(report.codings.size(), 3U);
    EXPECT_EQ(report.codings[0].low_rows, 2U);
    EXPECT_EQ(report.codings[0].high_rows, 2U);
    EXPECT_DOUBLE_EQ(report.codings[0].loss, 4.0 / 6 / 4);  // one other value of four
    EXPECT_EQ(report.codings[1].rounded_rows, 3U);
    EXPECT_EQ(report.codings[1].high_rows, 2U);
    EXPECT_EQ(report.codings[2].low_rows, 2U);
    EXPECT_EQ(report.checks[4], "each of 6 x 1 released cells covers its original");
    EXPECT_EQ(report.checks[5],
              "each of 6 x 2 other cells is unchanged or coded, those of suppressed rows are "
              "blank");
    EXPECT_EQ(report.checks[1],
              "'age' is coded as stated (bottom 20, top 80): 2 rows at the bottom, 2 rows "
              "at the top");
    // 19 and 20 are 1/80 of the ages apart, 80 and 99 are 19/80.
    EXPECT_DOUBLE_EQ(report.measures.gcp, (2 * 1.0 + 2 * 19.0) / 80 / 6);
}

TEST(Codings, ACellThatSaysMoreThanTheOpenEndIsAFault) {
    for (const char* cell : {"99",
                             "[90, inf)",
                             "[80, 99]",
                             "[81, inf)",
                             "[99, 99]",
                             "80",
                             "\\[80, inf)",
                             "{50, 99}"}) {
        const AuditReport report =
            audit_table(coded_problem(), release_of(with(kAges, 5, cell), kIncomes, kDays));
        EXPECT_FALSE(report.passed) << cell;
    }
    const AuditReport wider = audit_table(
        coded_problem(),
        release_of({"[50, inf)", "[50, inf)", "[50, inf)", "[50, inf)", "[50, inf)", "[50, inf)"},
                   kIncomes,
                   kDays));
    EXPECT_EQ(named(wider), (Names{"covers-original 1 age", "covers-original 2 age"}));
    const AuditReport all =
        audit_table(coded_problem(), release_of(Names(6, "(-inf, inf)"), kIncomes, kDays));
    EXPECT_EQ(named(all), Names{});
}

TEST(Codings, AKeptCellIsAsItIsCoded) {
    const auto income = [](std::size_t row, const char* cell) {
        return named(
            audit_table(coded_problem(), release_of(kAges, with(kIncomes, row, cell), kDays)));
    };
    EXPECT_EQ(income(0, "149"), (Names{"coding 1 income"}));
    EXPECT_EQ(income(0, "200"), (Names{"coding 1 income"}));
    EXPECT_EQ(income(5, "20000"), (Names{"coding 6 income"}));
    EXPECT_EQ(income(5, "1000"), (Names{"coding 6 income"}));
    EXPECT_EQ(income(3, "[1000, inf)"), (Names{"coding 4 income"}));
    EXPECT_EQ(income(2, "0"), (Names{"coding 3 income"}));
    EXPECT_EQ(income(0, "100.0"), Names{});  // a format may spell a number anew
    EXPECT_EQ(named(audit_table(coded_problem(),
                                release_of(kAges, kIncomes, with(kDays, 0, "1929-05-01")))),
              (Names{"coding 1 day"}));
}

TEST(Codings, ACodedTableIsHeldAgainstWhatWasRead) {
    const auto faults = [](const char* name, const Names& cells) {
        Problem problem = coded_problem();
        std::vector<std::shared_ptr<const Column>> columns;
        for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
            columns.push_back(problem.table.shared_column(j));
            if (columns.back()->name == name) {
                columns.back() = column_of(name, cells, ValueType::text);
            }
        }
        problem.table = Table(std::move(columns), 6);
        std::vector<Names> released{kAges, kIncomes, kDays};
        released[*problem.table.find(name)] = cells;
        return named(audit_table(problem, release_of(released[0], released[1], released[2])));
    };
    EXPECT_EQ(faults("income", kIncomes), Names{});
    EXPECT_EQ(faults("income", with(kIncomes, 0, "149")), (Names{"coding 1 income"}));
    EXPECT_EQ(faults("income", with(kIncomes, 1, "100")), (Names{"coding 2 income"}));
    EXPECT_EQ(faults("income", with(kIncomes, 3, "900")), (Names{"coding 4 income"}));
    EXPECT_EQ(faults("income", with(kIncomes, 3, "[1000, inf)")), (Names{"coding 4 income"}));
    EXPECT_EQ(faults("income", with(kIncomes, 5, "[2000, inf)")), (Names{"coding 6 income"}));
    EXPECT_EQ(faults("income", with(kIncomes, 5, "(-inf, 1000]")), (Names{"coding 6 income"}));
    EXPECT_EQ(faults("income", with(kIncomes, 2, "0")), (Names{"coding 3 income"}));
    EXPECT_EQ(faults("income", with(kIncomes, 0, "?")), (Names{"coding 1 income"}));
    EXPECT_EQ(faults("income", with(kIncomes, 0, "word")), (Names{"coding 1 income"}));
    EXPECT_EQ(faults("day", with(kDays, 1, "1930-01-01")), (Names{"coding 2 day"}));
    EXPECT_EQ(faults("day", with(kDays, 5, "1950-01-02")), (Names{"coding 6 day"}));
}

TEST(Codings, WhatThePolicyDoesNotAskForIsAFault) {
    Problem problem = coded_problem();
    problem.policy.attribute("income").coding = {};
    EXPECT_EQ(named(audit_table(problem, release_of(kAges, kIncomes, kDays))),
              (Names{"coding 0 income"}));
    Problem uncoded = coded_problem();
    uncoded.uncoded = Table();
    EXPECT_EQ(named(audit_table(uncoded, release_of(kAges, kIncomes, kDays))),
              (Names{"coding 0 age", "coding 0 income", "coding 0 day"}));
}

constexpr const char* kDerived =
    "attributes:\n"
    "  birth: {role: quasi-identifying, derive: age at 2024-02-29, top: 90}\n"
    "  entry: {role: insensitive, derive: age at 2024-02-29}\n"
    "privacy: {k-anonymity: 2}\n";

Problem derived_problem() {
    return test::bound(
        Table({column_of("birth", {"2000-02-29", "2000-01-31", "1930-01-01", "1920-05-05"}),
               column_of("entry", {"2020-03-01", "2020-02-29", "?", "2024-02-29"})},
              4),
        kDerived);
}

AuditReport audit_of_ages(const Names& births, const Names& entries) {
    return audit_table(derived_problem(),
                       Table({column_of("birth", births, ValueType::text),
                              column_of("entry", entries, ValueType::text)},
                             births.size()));
}

TEST(Codings, AgesAreDerivedAgain) {
    const Names births{"24", "24", "[90, inf)", "[90, inf)"};
    const Names entries{"3", "4", "?", "0"};
    const AuditReport report = audit_of_ages(births, entries);
    EXPECT_EQ(named(report), Names{});
    ASSERT_EQ(report.codings.size(), 2U);
    EXPECT_EQ(report.codings[0].derived_rows, 4U);
    EXPECT_EQ(report.codings[0].high_rows, 2U);
    EXPECT_EQ(report.codings[1].derived_rows, 3U);
    EXPECT_EQ(report.checks[1],
              "'birth' is coded as stated (age at 2024-02-29, top 90): 4 rows by age, 2 rows at "
              "the top");
    EXPECT_EQ(named(audit_of_ages(births, with(entries, 1, "3"))), (Names{"coding 2 entry"}));
    EXPECT_EQ(named(audit_of_ages(births, with(entries, 2, "0"))), (Names{"coding 3 entry"}));
    EXPECT_FALSE(audit_of_ages(with(births, 0, "23"), entries).passed);
    EXPECT_FALSE(audit_of_ages(with(births, 0, "2000-02-29"), entries).passed);
}

/// A column that was derived wrongly, though the release agrees with it.
TEST(Codings, AWrongAgeIsAFaultWhoeverMadeIt) {
    Problem problem = derived_problem();
    const std::size_t entry = *problem.table.find("entry");
    std::vector<std::shared_ptr<const Column>> columns{problem.table.shared_column(0),
                                                       problem.table.shared_column(1)};
    columns[entry] = column_of("entry", {"4", "4", "?", "0"});
    problem.table = Table(std::move(columns), 4);
    const AuditReport report = audit_table(
        problem,
        Table({column_of("birth", {"24", "24", "[90, inf)", "[90, inf)"}, ValueType::text),
               column_of("entry", {"4", "4", "?", "0"}, ValueType::text)},
              4));
    EXPECT_EQ(named(report), (Names{"coding 1 entry"}));
}

}  // namespace
}  // namespace kanon
