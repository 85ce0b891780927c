// SPDX-License-Identifier: Apache-2.0
// Aggregates as text: made exactly, read back, and judged by the auditor without trust.
#include "kanon/audit/audit.hpp"
#include "kanon/audit/cells/released_table.hpp"
#include "kanon/base/error.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/release/spelling/aggregate.hpp"
#include "kanon/table/values/exact_mean.hpp"

#include "aggregate_cases.hpp"
#include "support/outcomes.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

std::string mean_text(const std::vector<std::string>& numbers, unsigned digits) {
    const auto column = column_of("a", numbers);
    ExactMean mean(*column->dictionary, digits);
    for (std::size_t row = 0; row < numbers.size(); ++row) {
        mean.add(column->codes[row], 1);
    }
    return mean.text();
}

TEST(ExactMean, RoundsOnceHalfAwayFromZero) {
    EXPECT_EQ(mean_text({"1", "2"}, 0), "2");
    EXPECT_EQ(mean_text({"-1", "-2"}, 0), "-2");
    EXPECT_EQ(mean_text({"1", "2"}, 1), "1.5");
    EXPECT_EQ(mean_text({"1", "1", "2"}, 3), "1.333");
    EXPECT_EQ(mean_text({"0.0049", "0.0051"}, 2), "0.01");
    EXPECT_EQ(mean_text({"-0.001", "0"}, 2), "0.00");
    EXPECT_EQ(mean_text({"2.5e3", "1"}, 1), "1250.5");
    EXPECT_EQ(mean_text({"9007199254740993.5", "9007199254740993.5"}, 1), "9007199254740993.5");
}

TEST(ExactMean, KnowsWhatIsTooLong) {
    EXPECT_TRUE(has_exact_mean(*column_of("a", {"1e20", "0.5"})->dictionary, 2));
    EXPECT_FALSE(has_exact_mean(*column_of("a", {"1e20", "1e-20"})->dictionary, 2));
    EXPECT_FALSE(has_exact_mean(*column_of("a", {"p"})->dictionary, 2));
}

/// The original of all tests below, and what a release of it is judged to be.
struct Judged {
    bool passed = false;
    std::string rule;
    double sse = 0;
};

Judged judged(const std::string& release,
              const std::string& words = "mean median mode",
              const std::string& original = "1 1 p; 2 2 q; 3 3 p; 9 9 r; 9 8 r") {
    const Problem problem = aggregate_problem("a b c", words, original);
    std::vector<std::vector<std::string>> columns(3);
    std::size_t at = 0;
    std::string cell;
    for (const char c : release + ";") {
        if (c == ' ' || c == ';') {
            columns[at % 3].push_back(cell);
            at += cell.empty() ? 0U : 1U;
            cell.clear();
        } else {
            cell += c;
        }
    }
    std::vector<std::shared_ptr<const Column>> made;
    for (std::size_t j = 0; j < 3; ++j) {
        made.push_back(
            column_of(std::string(1, static_cast<char>('a' + j)), columns[j], ValueType::text));
    }
    const Table table(made, columns[0].size());
    const AuditReport report =
        audit(problem, release_from_table(table, problem), AuditOptions{}, RunContext{});
    return {.passed = report.passed,
            .rule = report.faults.empty() ? "" : report.faults.front().rule,
            .sse = report.measures.sse};
}

TEST(AggregateAudit, TakesWhatIsRight) {
    const Judged right = judged("2.00 2 p;2.00 2 p;2.00 2 p;9.00 8 r;9.00 8 r");
    EXPECT_TRUE(right.passed) << right.rule;
    // a: 2 of 60.8; b: ranks 0 1 2 | 3 4 about 1 and 3: 3 of 10; c: 1 of 3.
    EXPECT_NEAR(right.sse, (2.0 / 60.8 + 3.0 / 10 + 1.0 / 3) / 3, 1e-12);
    EXPECT_TRUE(judged("2 2 p;2 2 p;2 2 p;9 8 r;9 8 r").passed) << "fewer digits, the same number";
}

TEST(AggregateAudit, FindsAWrongMeanMedianAndMode) {
    EXPECT_EQ(judged("2.01 2 p;2.01 2 p;2.01 2 p;9.00 8 r;9.00 8 r").rule, "aggregate");
    EXPECT_EQ(judged("2.00 3 p;2.00 3 p;2.00 3 p;9.00 8 r;9.00 8 r").rule, "aggregate");
    EXPECT_EQ(judged("2.00 2 p;2.00 2 p;2.00 2 p;9.00 9 r;9.00 9 r").rule, "aggregate");
    EXPECT_EQ(judged("2.00 2 q;2.00 2 q;2.00 2 q;9.00 8 r;9.00 8 r").rule, "aggregate");
}

TEST(AggregateAudit, FindsMoreDigitsThanStatedAndStrangeTexts) {
    EXPECT_EQ(judged("2.000 2 p;2.000 2 p;2.000 2 p;9.00 8 r;9.00 8 r").rule, "unreadable-value");
    EXPECT_EQ(judged("2e0 2 p;2e0 2 p;2e0 2 p;9.00 8 r;9.00 8 r").rule, "unreadable-value");
    EXPECT_EQ(judged("2.00 7 p;2.00 7 p;2.00 7 p;9.00 8 r;9.00 8 r").rule, "unreadable-value");
    EXPECT_EQ(judged("[1,3] 2 p;[1,3] 2 p;[1,3] 2 p;9.00 8 r;9.00 8 r").rule, "unreadable-value");
}

TEST(AggregateAudit, FindsRowsThatWereExchanged) {
    EXPECT_EQ(judged("9.00 8 r;2.00 2 p;2.00 2 p;2.00 2 p;9.00 8 r").rule, "aggregate");
}

TEST(AggregateAudit, FindsClassesThatAreTooSmall) {
    EXPECT_EQ(judged("1.50 1 p;1.50 1 p;3.00 3 p;9.00 8 r;9.00 8 r").rule, "k-anonymity");
}

TEST(AggregateAudit, HalfIsRoundedAwayFromZero) {
    const std::string original = "0.0049 1 p; 0.0051 1 p; -1 1 p; -2 1 p";
    const auto with = [&](const std::string& mean) {
        const std::string cells = mean + " 1 p;";
        return judged(cells + cells + cells + mean + " 1 p", "mean median mode", original).rule;
    };
    EXPECT_EQ(with("-0.747500"), "");
    EXPECT_EQ(with("-0.7475"), "");
    EXPECT_EQ(with("-0.747499"), "aggregate");
    EXPECT_EQ(with("-0.747501"), "aggregate");
}

TEST(AggregateAudit, ClassesThatComeOutAlikeAreJudgedAsOne) {
    const Problem problem = aggregate_problem("a", "mean", "1; 3; 2; 2; 0; 4");
    for (const char* name : {"mdav", "v-mdav", "refine-sse", "univariate-optimal"}) {
        audited(problem, run_method(name, problem));
    }
}

TEST(AggregateAudit, ShuffledRowsAreSharedOutAnew) {
    const Problem problem = random_aggregates(1, 30, "{k-anonymity: 3}");
    const Release release = release_of(problem, run_method("mdav", problem));
    AuditOptions options;
    options.shuffled = true;
    const AuditReport report = audit(problem, release, options, RunContext{});
    EXPECT_TRUE(report.passed);
    EXPECT_TRUE(report.not_proven.empty());
}

TEST(AggregateAudit, OtherMeasuresAreNotDefined) {
    const Problem problem = random_aggregates(2, 30, "{k-anonymity: 3}");
    const AuditReport report = audited(problem, run_method("mdav", problem));
    EXPECT_TRUE(std::isnan(report.measures.gcp));
    EXPECT_TRUE(std::isnan(report.measures.lm));
    EXPECT_EQ(report.measures.stars, 0U);
    EXPECT_GT(report.measures.sse, 0);
    EXPECT_GT(report.measures.usefulness, 0);
}

std::string refusal(const std::string& policy, const Table& table) {
    try {
        static_cast<void>(kanon::bind(table, parse_policy(policy, "p"), {}));
    } catch (const Error& fault) {
        return fault.what();
    }
    return "";
}

std::string refusal_of(const std::string& keys, const std::string& cells) {
    return refusal(
        "attributes: {a: {role: quasi-identifying, " + keys + "}}\nprivacy: {k-anonymity: 2}\n",
        table_of("a", cells));
}

TEST(BindAggregates, RefusesWhatHasNoSuchAggregate) {
    EXPECT_NE(refusal_of("recode: mean", "1; 2; ?").find("missing"), std::string::npos);
    EXPECT_NE(refusal_of("recode: median", "1; 2; ?").find("missing"), std::string::npos);
    EXPECT_EQ(refusal_of("recode: mode", "1; 2; ?"), "");
    EXPECT_NE(refusal_of("recode: mean", "p; q").find("texts"), std::string::npos);
    EXPECT_NE(refusal_of("recode: median", "p; q").find("texts"), std::string::npos);
    EXPECT_NE(refusal_of("recode: mean", "2020-01-01; 2020-01-02").find("dates"),
              std::string::npos);
    EXPECT_EQ(refusal_of("recode: median", "2020-01-01; 2020-01-02"), "");
    EXPECT_NE(refusal_of("recode: mean, top: 80", "1; 2; 90").find("open end"), std::string::npos);
    EXPECT_EQ(refusal_of("recode: median, top: 80", "1; 2; 90"), "");
    EXPECT_NE(refusal_of("recode: mean, levels: [0, 1]", "1; 2").find("levels"), std::string::npos);
    EXPECT_NE(refusal_of("recode: median, digits: 2", "1; 2").find("digits"), std::string::npos);
    EXPECT_NE(refusal_of("recode: average", "1; 2").find("unknown recode"), std::string::npos);
}

TEST(BindAggregates, AreWrittenIntoThePolicyAndReadBack) {
    const Problem problem = aggregate_problem("a b c", "mean median mode", "1.25 2 p; 3 4 q");
    const std::string text = policy_text(problem.policy);
    EXPECT_NE(text.find("recode: mean, digits: 4"), std::string::npos) << text;
    const Policy again = parse_policy(text, "again");
    EXPECT_EQ(again.find("a")->aggregate, Aggregate::Kind::mean);
    EXPECT_EQ(again.find("a")->digits, 4U);
    EXPECT_EQ(again.find("b")->aggregate, Aggregate::Kind::median);
    EXPECT_EQ(again.find("c")->aggregate, Aggregate::Kind::mode);
}

TEST(ModesOfMissingValues, AreReleasedAsMissing) {
    const Problem problem = aggregate_problem("a", "mode", "?; ?; p; q; q; q");
    const Outcome outcome = run_method("mdav", problem);
    audited(problem, outcome);
}

}  // namespace
}  // namespace kanon::test
