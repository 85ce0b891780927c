// SPDX-License-Identifier: Apache-2.0
// A run on distinct rows with their counts must be told as that on the rows that they stand for.
#include "support/counted_rows.hpp"

#include "kanon/api/evaluate.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/generate/stays.hpp"
#include "kanon/table/row_order.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

constexpr const char* kRoles = R"(attributes:
  patient_id: {role: identifying}
  name: {role: identifying}
  age: {role: quasi-identifying, top: 85}
  sex: {role: quasi-identifying, hierarchy: flat}
  zip: {role: quasi-identifying, type: text, hierarchy: {mask: right}}
  marital_status: {role: insensitive}
  education: {role: insensitive}
  occupation: {role: insensitive}
  nationality: {role: insensitive}
  insurance: {role: insensitive}
  admission_date: {role: insensitive}
  department: {role: sensitive}
  diagnosis: {role: sensitive}
  length_of_stay: {role: insensitive}
  charges: {role: insensitive, round: 1000}
)";

Table stays() {
    return test::with_repeats(generate_stays(400, 3, 1));
}

std::unique_ptr<Result> run(Table table, std::vector<std::uint64_t> counts, const Policy& policy) {
    AnonymizeOptions options;
    options.secret_seed = 5;
    options.counts = std::move(counts);
    return anonymize(std::move(table), policy, {}, options);
}

/// All that is told of a run, but for what it took.
std::string told(Result& result) {
    result.facts.seconds = {};
    result.facts.peak_rss_mb = 0;
    auto problem = std::make_unique<Problem>(*result.problem);
    problem->shuffle = true;  // counted rows have no order
    std::erase_if(problem->warnings,
                  [](const Warning& warning) { return warning.code == "row-order"; });
    result.problem = std::move(problem);
    result.whole().classes.reset();  // they look at what the problem has
    const std::string decision = result.problem->promises_candidates() ? "" : recoding_text(result);
    return text_report(record_of(result)) + json_summary(record_of(result)) +
           html_report(record_of(result)) + decision;
}

std::vector<std::string> rows_of(const Table& table) {
    std::vector<std::string> out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        std::string& line = out.emplace_back();
        for (std::size_t column = 0; column < table.column_count(); ++column) {
            line += std::string(table.column(column).text(row)) + "|";
        }
    }
    std::ranges::sort(out);
    return out;
}

void check(const std::string& more) {
    SCOPED_TRACE(more);
    Policy policy = parse_policy(kRoles + more, "p.yaml");
    policy.accept["row-order"] = "the rows of this test are sorted";
    const test::CountedRows distinct = test::counted_rows(stays());
    const auto expected = run(repeated(distinct.table, distinct.counts), {}, policy);
    const auto found = run(distinct.table, distinct.counts, policy);
    EXPECT_EQ(rows_of(table_to_write(*found, 1)), rows_of(table_to_write(*expected, 1)));
    EXPECT_LE(found->whole().release.table.row_count(),
              expected->whole().release.table.row_count());
    EXPECT_EQ(found->whole().release.counts.size(), found->whole().release.table.row_count());
    EXPECT_EQ(told(*found), told(*expected));
}

TEST(CountedRows, ColumnsOfStarsAreWarnedOfAlike) {
    const std::string more = "method: optimal\nprivacy: {k-anonymity: 300}\n";
    check(more);
    const test::CountedRows distinct = test::counted_rows(stays());
    const auto found = run(distinct.table, distinct.counts, parse_policy(kRoles + more, "p.yaml"));
    const std::vector<Warning> warnings = warnings_of(record_of(*found));
    const auto starred = std::ranges::find(warnings, "mostly-starred", &Warning::code);
    ASSERT_NE(starred, warnings.end());
    EXPECT_NE(std::ranges::find(starred->columns, "zip"), starred->columns.end());
    EXPECT_NE(starred->text.find("'zip' in " + count_text(found->audit.measures.rows) + " of "),
              std::string::npos)
        << starred->text;
}

TEST(CountedRows, AreReleasedAndToldOfAsTheRowsTheyStandFor) {
    check(
        "method: optimal\nprivacy: {k-anonymity: 4, l-diversity: {l: 2, attribute: diagnosis}}\n"
        "suppression: {max: 5%}\n");
    check("method: mondrian\nprivacy: {k-anonymity: 3}\nperson: patient_id\n");
    check("method: mondrian\nprivacy: {k-anonymity: 3}\nsuppression: {max: 8%, rows: drop}\n");
    check("method: freeform-ring\nprivacy: {k-anonymity: 3}\n");
    check("privacy: {k-anonymity: 2, risk: {highest: 0.3, average: 0.1}}\n");
}

/// So many rows that a few bytes for each would not fit into memory.
TEST(CountedRows, MayStandForFarMoreRowsThanFitIntoMemory) {
    constexpr std::uint64_t kEach = 100'000'000;
    std::string cells;
    for (int age = 20; age < 60; ++age) {
        cells += (cells.empty() ? "" : "; ") + std::to_string(age) + (age % 2 == 0 ? " m" : " f") +
                 (age % 3 == 0 ? " flu" : " gout");
    }
    const Table table = test::table_of("age sex disease", cells);
    for (const std::string method : {"auto", "mondrian", "optimal", "refine", "best-split"}) {
        SCOPED_TRACE(method);
        const Policy policy = parse_policy(
            "attributes:\n  age: {role: quasi-identifying}\n  sex: {role: quasi-identifying}\n"
            "  disease: {role: sensitive}\nprivacy: {k-anonymity: 300000000, l-diversity: "
            "{l: 2, attribute: disease}}\nmethod: " +
                method + "\n",
            "p.yaml");
        const auto result = run(table, std::vector<std::uint64_t>(40, kEach), policy);
        EXPECT_TRUE(result->audit.passed);
        EXPECT_EQ(result->audit.measures.rows, 40 * kEach);
        EXPECT_GE(result->audit.measures.min_class, 3 * kEach);
        EXPECT_EQ(result->whole().release.table.row_count(), 40U);
    }
}

TEST(CountedRows, AreEvaluatedOneByOne) {
    const Policy policy = parse_policy(
        std::string(kRoles) + "method: k-member\nprivacy: {k-anonymity: 3}\n", "p.yaml");
    const test::CountedRows distinct = test::counted_rows(stays());
    const auto expected = run(repeated(distinct.table, distinct.counts), {}, policy);
    AnonymizeOptions options;
    options.counts = distinct.counts;
    options.evaluate = true;
    const auto found = anonymize(distinct.table, policy, {}, options);
    EXPECT_GT(found->whole().release.table.row_count(), distinct.table.row_count())
        << "some are split";
    EvaluateOptions unknown_order;
    unknown_order.shuffled = true;
    EXPECT_EQ(evaluation_json(found->evaluation.value()),
              evaluation_json(evaluate_audited(*expected->problem,
                                               expected->whole().release,
                                               *expected->whole().classes,
                                               unknown_order,
                                               {})));
    EXPECT_THROW(static_cast<void>(evaluate(*found->problem, found->whole().release, {}, {})),
                 Error);
}

}  // namespace
}  // namespace kanon
