// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/verdict.hpp"

#include "kanon/privacy/exclusions.hpp"
#include "kanon/privacy/model.hpp"
#include "kanon/report/attack_words.hpp"
#include "kanon/report/reports.hpp"

#include "support.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

Table voters() {
    return test::table_of("age sex ill job",
                          "30 f flu a; 30 f cold a; 30 m flu b; 30 m cold c;"
                          "40 f flu b; 40 f cold c; 40 m flu a; 40 m cold b");
}

/// Without any warning that is open.
std::unique_ptr<Result> quiet_run(std::string_view privacy, std::string_view sensitive = "ill") {
    auto result = test::anonymized(
        voters(),
        std::string("attributes:\n  age: {role: quasi-identifying}\n"
                    "  sex: {role: quasi-identifying}\n  ill: {role: ") +
            (sensitive == "ill" ? "sensitive" : "identifying") +
            "}\n  job: {role: identifying}\nprivacy: " + std::string(privacy) + "\n");
    test::changeable_problem(*result).warnings.clear();
    result->facts.warnings.clear();
    return result;
}

bool any_has(const std::vector<std::string>& lines, std::string_view part) {
    return std::ranges::any_of(
        lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

TEST(Verdict, IsReadyWhereAllIsProvenAndNothingOpen) {
    const auto result = quiet_run("{k-anonymity: 2}");
    const Verdict verdict = verdict_of(record_of(*result));
    EXPECT_EQ(verdict.status, VerdictStatus::ready);
    EXPECT_EQ(verdict.headline,
              "Fit to be shared with recipients who know nothing else about a person than the 2 "
              "quasi-identifying columns.");
    EXPECT_EQ(verdict.assumption, "Assumes one row per person and an attacker who knows age, sex.");
    EXPECT_TRUE(verdict.open.empty());
    EXPECT_TRUE(any_has(verdict.promised, "2-anonymity prevents re-identification by linking: "));
    const auto summary = nlohmann::json::parse(json_summary(record_of(*result)));
    EXPECT_EQ(summary["verdict"]["status"], "ready");
    EXPECT_EQ(summary["verdict"]["text"], verdict.headline);
}

TEST(Verdict, IsNotReadyWhileAWarningIsOpen) {
    const auto result = quiet_run("{k-anonymity: 2}");
    result->facts.warnings = {
        {.code = "row-order", .text = "the rows are sorted", .columns = {}, .accepted = ""},
        {.code = "singles-out",
         .text = "rows stand out.",
         .columns = {},
         .accepted = "no \"list\""}};
    const Verdict verdict = verdict_of(record_of(*result));
    EXPECT_EQ(verdict.status, VerdictStatus::open_warnings);
    EXPECT_EQ(verdict.headline, "Not ready to be shared: 1 open point.");
    ASSERT_EQ(verdict.open.size(), 1U);
    EXPECT_EQ(open_point_line(verdict.open[0]),
              "The rows are sorted. Shuffle the release (--shuffle).");
    ASSERT_EQ(verdict.accepted.size(), 1U);
    EXPECT_EQ(accepted_point_line(verdict.accepted[0]),
              "Rows stand out. Accepted: \"no \"list\"\".");
    result->facts.warnings[0].accepted = "they are drawn";
    const Verdict settled = verdict_of(record_of(*result));
    EXPECT_EQ(settled.status, VerdictStatus::ready);
    EXPECT_TRUE(settled.headline.ends_with("; 2 warnings were accepted.")) << settled.headline;
}

TEST(Verdict, IsNotFitWhereAPromiseIsNotProven) {
    const auto broken = quiet_run("{k-anonymity: 2}");
    broken->audit.passed = false;
    broken->audit.proofs[0].holds = false;
    broken->audit.proofs[0].excludes.clear();
    const Verdict verdict = verdict_of(record_of(*broken));
    EXPECT_EQ(verdict.status, VerdictStatus::not_fit);
    EXPECT_TRUE(verdict.headline.starts_with("Not fit to be shared"));
    EXPECT_TRUE(verdict.promised.empty());
    EXPECT_TRUE(any_has(verdict.not_promised, "may find that person's row"));
    const auto undecided = quiet_run("{k-anonymity: 2}");
    undecided->audit.not_proven = {"2-anonymity: too many pairs"};
    EXPECT_EQ(verdict_of(record_of(*undecided)).status, VerdictStatus::not_fit);
}

TEST(Verdict, NamesWhatNoModelRulesOut) {
    const auto bare = quiet_run("{k-anonymity: 2}");
    EXPECT_TRUE(
        any_has(verdict_of(record_of(*bare)).not_promised, "rule out some values of 'ill'"));
    const auto diverse =
        quiet_run("{k-anonymity: 2, l-diversity: {attribute: ill, kind: distinct, l: 2}}");
    const Verdict verdict = verdict_of(record_of(*diverse));
    EXPECT_TRUE(
        any_has(verdict.promised, "Distinct 2-diversity of ill prevents homogeneity attacks"));
    EXPECT_FALSE(any_has(verdict.not_promised, "share one value"));
    const auto without = quiet_run("{k-anonymity: 2}", "");
    EXPECT_FALSE(any_has(verdict_of(record_of(*without)).not_promised, "'"));
}

TEST(Verdict, SaysHowManyRowsDiscloseAValue) {
    const auto result = quiet_run("{k-anonymity: 2}");
    result->facts.disclosed = {{.column = "ill", .rows = 2}};
    EXPECT_EQ(verdict_of(record_of(*result)).not_promised.front(),
              "'ill' is disclosed in 2 of 8 rows (25.0 %): all rows of their class have the same "
              "value.");
}

TEST(AttackCatalogue, HasEveryAttackThatSomeModelRulesOut) {
    const auto knows = [](std::string_view attack) {
        return std::ranges::any_of(
            attack_catalogue(), [&](const AttackWords& words) { return words.attack == attack; });
    };
    const auto result = quiet_run(
        "{k-anonymity: 2, l-diversity: {attribute: ill, kind: distinct, l: 2}, "
        "t-closeness: {attribute: ill, t: 0.9}}");
    for (const Proof& proof : result->audit.proofs) {
        for (const Exclusion& exclusion : proof.excludes) {
            EXPECT_TRUE(knows(exclusion.attack)) << exclusion.attack;
        }
    }
    EXPECT_EQ(prevented_words("something new"), "something new attacks");
}

}  // namespace
}  // namespace kanon
