// SPDX-License-Identifier: Apache-2.0
// Hierarchies that are asked for, top and bottom, rounding: through whole runs.
#include "kanon/api/generate.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/generate/stays.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using test::column_of;
using Texts = std::vector<std::string>;

std::string cells_of(const Table& table) {
    std::string out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        for (std::size_t column = 0; column < table.column_count(); ++column) {
            const Column& cells = table.column(column);
            out += cells.name + "=" + (cells.dictionary->is_missing(cells.codes[row]) ? "?" : "") +
                   std::string(cells.text(row)) + ";";
        }
        out += "\n";
    }
    return out;
}

Texts column(const Table& table, std::string_view name) {
    Texts out;
    const Column& cells = table.column(*table.find(name));
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        out.emplace_back(cells.text(row));
    }
    return out;
}

std::unique_ptr<Result> released(const Table& table, const std::string& policy) {
    return anonymize(table, parse_policy(policy, "test.yaml"), RunContext{});
}

Table people() {
    return Table({column_of("age", {"23", "24", "61", "78", "80", "97"}),
                  column_of("zip", {"1000", "1001", "1020", "1029", "9300", "9399"}),
                  column_of("income", {"1040", "1049", "2050", "2149", "990", "1000"})},
                 6);
}

TEST(AskedFor, MondrianShowsTheLabelsOfNumbersToo) {
    const auto result = released(people(),
                                 "attributes:\n"
                                 "  age: {role: quasi-identifying, hierarchy: {intervals: [10]}}\n"
                                 "  zip: {role: quasi-identifying, hierarchy: {mask: right}}\n"
                                 "  income: {role: sensitive}\n"
                                 "privacy: {k-anonymity: 2}\n"
                                 "method: mondrian\n");
    EXPECT_EQ(column(result->whole().release.table, "age"),
              (Texts{"[20, 29]", "[20, 29]", "*", "*", "*", "*"}));
    EXPECT_EQ(column(result->whole().release.table, "zip"),
              (Texts{"100*", "100*", "102*", "102*", "93**", "93**"}));
}

TEST(AskedFor, OwnRangesNeedToBeAskedForOrNoHierarchy) {
    for (const char* age :
         {"hierarchy: {intervals: [10]}, recode: range", "hierarchy: auto", "weight: 1"}) {
        const auto result = released(people(),
                                     "attributes:\n"
                                     "  age: {role: quasi-identifying, " +
                                         std::string(age) +
                                         "}\n"
                                         "  zip: {role: insensitive}\n"
                                         "  income: {role: sensitive}\n"
                                         "privacy: {k-anonymity: 3}\n"
                                         "method: mondrian\n");
        EXPECT_EQ(column(result->whole().release.table, "age"),
                  (Texts{"[23, 61]", "[23, 61]", "[23, 61]", "[78, 97]", "[78, 97]", "[78, 97]"}))
            << age;
    }
}

TEST(AskedFor, ASuggestedPolicyGivesTheReleaseOfNoPolicy) {
    for (const char* method : {"auto", "mondrian", "datafly", "genetic"}) {
        for (const Table& table : {generate_stays(120, 3, 1), generate_stays(90, 4, 1)}) {
            Policy none;
            none.method = method;
            none.suppression = SuppressionLimit::parse("50%");
            Policy suggested =
                parse_policy(policy_text(suggested_policy(inspect(table))), "p.yaml");
            suggested.method = method;
            suggested.suppression = none.suppression;
            const auto before = anonymize(table, none, RunContext{});
            const auto after = anonymize(table, suggested, RunContext{});
            EXPECT_EQ(cells_of(before->whole().release.table),
                      cells_of(after->whole().release.table))
                << method;
        }
    }
}

TEST(AskedFor, TheBoundPolicyGivesTheSameReleaseAgain) {
    Policy policy;
    policy.method = "mondrian";
    policy.privacy.push_back({.model = "k-anonymity", .parameters = {{"k", 2}}});
    const auto first = anonymize(people(), policy, RunContext{});
    const auto again = anonymize(people(), first->problem->policy, RunContext{});
    EXPECT_EQ(cells_of(first->whole().release.table), cells_of(again->whole().release.table));
}

/// Two rows of each coded age.
Table pairs() {
    return Table({column_of("age", {"23", "24", "61", "61", "80", "97"}),
                  column_of("zip", {"1000", "1001", "1020", "1029", "9300", "9399"}),
                  column_of("income", {"1040", "1049", "2050", "2149", "990", "1000"})},
                 6);
}

constexpr const char* kCoded =
    "attributes:\n"
    "  age: {role: quasi-identifying, top: 80, bottom: 24}\n"
    "  zip: {role: insensitive}\n"
    "  income: {role: sensitive, round: 100}\n"
    "privacy: {k-anonymity: 2}\n";

TEST(Coding, IsWhatTheReleaseShows) {
    const auto result = released(pairs(), kCoded);
    EXPECT_EQ(column(result->whole().release.table, "age"),
              (Texts{"(-inf, 24]", "(-inf, 24]", "61", "61", "[80, inf)", "[80, inf)"}));
    EXPECT_EQ(column(result->whole().release.table, "income"),
              (Texts{"1000", "1000", "2100", "2100", "1000", "1000"}));
    EXPECT_EQ(result->whole().release.table.column(2).dictionary->type(), ValueType::integer);
    // Ages go from 23 to 97: the ends are 1 and 17 wide.
    EXPECT_DOUBLE_EQ(result->audit.measures.gcp, (2 * 1.0 + 2 * 17.0) / 74 / 6);
    EXPECT_DOUBLE_EQ(result->outcome.loss, result->audit.measures.gcp);
}

TEST(Coding, OpensTheRangesThatItEnds) {
    const auto result = released(people(),
                                 "attributes:\n"
                                 "  age: {role: quasi-identifying, top: 80, bottom: 24}\n"
                                 "  zip: {role: insensitive}\n"
                                 "  income: {role: insensitive}\n"
                                 "privacy: {k-anonymity: 3}\n"
                                 "method: mondrian\n");
    EXPECT_EQ(
        column(result->whole().release.table, "age"),
        (Texts{"(-inf, 61]", "(-inf, 61]", "(-inf, 61]", "[78, inf)", "[78, inf)", "[78, inf)"}));
}

TEST(Coding, ModelsJudgeASensitiveColumnAsItIsReleased) {
    const Table table({column_of("age", {"20", "20", "30", "30"}),
                       column_of("income", {"101", "149", "120", "251"})},
                      4);
    const std::string policy =
        "attributes:\n"
        "  age: {role: quasi-identifying}\n"
        "  income: {role: sensitive, round: 100}\n"
        "privacy: {k-anonymity: 2, l-diversity: {attribute: income, l: 2}}\n"
        "method: mondrian\n";
    // 101 and 149 are two values, but one once rounded: the class of 20 would tell it.
    EXPECT_EQ(column(released(table, policy)->whole().release.table, "age"),
              (Texts{"[20, 30]", "[20, 30]", "[20, 30]", "[20, 30]"}));
}

TEST(Coding, StarsAreMeasuredBesideWhatCodingLost) {
    const auto result = released(people(),
                                 std::string(kCoded) +
                                     "method: pattern-greedy\n"
                                     "objective: gcp\n"
                                     "suppression: {max: 2}\n"
                                     "patterns: {all-star: true}\n");
    EXPECT_EQ(column(result->whole().release.table, "age"),
              (Texts{"(-inf, 24]", "(-inf, 24]", "*", "*", "[80, inf)", "[80, inf)"}));
    EXPECT_DOUBLE_EQ(result->outcome.loss, (2 * 1.0 / 74 + 2 + 2 * 17.0 / 74) / 6);
    EXPECT_DOUBLE_EQ(result->outcome.loss, result->audit.measures.gcp);
    EXPECT_LE(result->outcome.lower_bound.value_or(0), result->outcome.loss);
    EXPECT_NE(result->outcome.ending, Ending::optimal);
}

TEST(Coding, TravelsWithASavedRecoding) {
    const auto first = released(pairs(), kCoded);
    const std::string saved = recoding_text(*first);
    EXPECT_NE(saved.find(R"({"name": "age", "bottom": "24", "top": "80"})"), std::string::npos);
    EXPECT_EQ(saved.find("97"), std::string::npos) << "a value that the release withholds";
    const Table other({column_of("age", {"20", "22", "61", "61", "83", "100"}),
                       column_of("zip", {"1", "2", "3", "4", "5", "6"}),
                       column_of("income", {"111", "111", "111", "111", "111", "?"})},
                      6);
    const std::string roles =
        "attributes:\n"
        "  age: {role: quasi-identifying}\n"
        "  zip: {role: insensitive}\n"
        "  income: {role: sensitive}\n"
        "privacy: {k-anonymity: 2}\n";
    const auto again =
        apply_recoding(other, parse_policy(roles, "p.yaml"), saved, "r.json", RunContext{});
    EXPECT_EQ(column(again->whole().release.table, "age"),
              (Texts{"(-inf, 24]", "(-inf, 24]", "61", "61", "[80, inf)", "[80, inf)"}));
    EXPECT_EQ(column(again->whole().release.table, "income"),
              (Texts{"100", "100", "100", "100", "100", ""}));
    Policy different = parse_policy(roles, "p.yaml");
    different.attribute("age").coding.top = "90";
    try {
        static_cast<void>(apply_recoding(other, different, saved, "r.json", RunContext{}));
        FAIL() << "two codings of one column";
    } catch (const Error& fault) {
        EXPECT_NE(std::string(fault.what()).find("the recoding was made with bottom 24, top 80"),
                  std::string::npos);
    }
}

std::string refusal(const std::string& attributes, const std::string& more = "") {
    try {
        static_cast<void>(released(people(),
                                   "attributes:\n  age: {role: quasi-identifying}\n" + attributes +
                                       "\nprivacy: {k-anonymity: 2}\n" + more));
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::bad_policy);
        return fault.what();
    }
    return "";
}

TEST(Coding, IsRefusedWhereItMeansNothing) {
    const auto has = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_TRUE(has(refusal("  income: {role: identifying, top: 5}"), "it is never released"));
    EXPECT_TRUE(has(refusal("  income: {role: quasi-identifying, round: 100}"),
                    "hierarchy: {intervals: [100]}"));
    EXPECT_TRUE(has(refusal("  income: {role: insensitive, top: 5}", "person: income"),
                    "it identifies persons"));
    EXPECT_TRUE(has(refusal("  income: {role: sensitive, top: nan}"), "3:34"));
    EXPECT_TRUE(has(refusal("  income: {role: sensitive, bottom: 9, top: 8}"),
                    "'bottom' must be less than 'top'"));
    EXPECT_TRUE(has(refusal("  income: {role: sensitive, top: 1.5}"), "whole numbers"));
}

TEST(Coding, MissingStaysMissing) {
    const Table table({column_of("age", {"20", "20", "90", "90", "?", "?"}),
                       column_of("income", {"?", "11", "12", "13", "?", "14"})},
                      6);
    const auto result = released(table,
                                 "attributes:\n"
                                 "  age: {role: quasi-identifying, top: 80}\n"
                                 "  income: {role: sensitive, round: 5, bottom: 10}\n"
                                 "privacy: {k-anonymity: 2}\n");
    EXPECT_EQ(column(result->whole().release.table, "age"),
              (Texts{"20", "20", "[80, inf)", "[80, inf)", "", ""}));
    EXPECT_EQ(column(result->whole().release.table, "income"),
              (Texts{"", "10", "10", "15", "", "15"}));
}

}  // namespace
}  // namespace kanon
