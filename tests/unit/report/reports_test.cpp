// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/reports.hpp"

#include "kanon/base/text/utf8.hpp"
#include "kanon/report/evaluation_report.hpp"
#include "kanon/report/wording.hpp"

#include "support.hpp"
#include "support/golden.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace kanon {
namespace {

using namespace std::string_literals;

using Json = nlohmann::json;

Table patients() {
    return test::table_of("name age sex disease",
                          "ann 21 f flu; ben 25 m cold; cem 29 m flu; dan 24 f cold; eve 31 f flu;"
                          "fay 34 f cold; gil 36 m hiv; hal 38 m cold; ida 33 f hiv; jim 97 m flu");
}

constexpr std::string_view kPolicy = R"(
attributes:
  name: {role: identifying}
  age: {role: quasi-identifying, hierarchy: {intervals: [10, 20]}}
  sex: {role: quasi-identifying, hierarchy: flat}
  disease: {role: sensitive}
privacy: {k-anonymity: 2, l-diversity: {attribute: disease, kind: distinct, l: 2}}
suppression: {max: 1}
method: optimal
)";

std::unique_ptr<Result> small_run() {
    auto result = test::anonymized(patients(), kPolicy);
    RunFacts& facts = result->facts;
    facts.inputs = {"patients.csv"};
    facts.outputs = {"release.csv"};
    facts.summary_path = "summary.json";
    facts.report_path = "report.html";
    facts.command = "kanon anonymize patients.csv -p policy.yaml -o release.csv";
    facts.version = "1.2.3";
    facts.seconds = {};
    facts.peak_rss_mb = 0;
    return result;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

TEST(TextReport, OfASmallRunIsAsReviewed) {
    test::expect_golden("small_report.txt", text_report(record_of(*small_run())));
}

TEST(TextReport, SaysNothingWhereThereIsNothingToSay) {
    const auto result = small_run();
    RunFacts& facts = result->facts;
    facts.outputs.clear();
    facts.summary_path.clear();
    facts.report_path.clear();
    const std::string text = text_report(record_of(*result));
    EXPECT_EQ(text.find("Assumed"), std::string::npos) << text;
    EXPECT_EQ(text.find("Written"), std::string::npos) << text;
    EXPECT_EQ(text.find("not proven"), std::string::npos) << text;
}

TEST(TextReport, KeepsColumnsAlignedBesideLongAndHostileNames) {
    const std::string odd = "größe\x1B[2J\n" + std::string(60, 'x');
    const Table table(
        {test::column_of("q", {"1", "1", "2", "2"}), test::column_of(odd, {"a", "a", "b", "b"})},
        4);
    Policy policy;
    policy.attribute("q").role = Role::quasi_identifying;
    policy.attribute(odd).role = Role::quasi_identifying;
    policy.privacy = {{.parameters = {{"k", 2}}}};
    policy.method = "optimal";
    const auto result = anonymize(table, policy, RunContext{});
    const std::string text = text_report(record_of(*result));
    EXPECT_EQ(text.find('\x1B'), std::string::npos);
    std::set<std::size_t> ends;
    for (const std::string& line : lines_of(text)) {
        const std::size_t percent = line.find(" %  level");
        if (percent != std::string::npos) {
            ends.insert(code_point_count(line.substr(0, percent)));
        }
    }
    EXPECT_EQ(ends.size(), 1U) << text;
}

TEST(TextReport, StatesAnObjectiveOtherThanGcpBesideIt) {
    const auto result =
        test::anonymized(patients(), std::string(kPolicy) + "objective: distinct-rows\n");
    const std::string text = text_report(record_of(*result));
    EXPECT_NE(text.find("objective distinct-rows"), std::string::npos) << text;
    EXPECT_NE(text.find("loss (gcp, 0 to 1)"), std::string::npos) << text;
}

TEST(TextReport, SaysHowFarFromTheBest) {
    const auto result = small_run();
    EXPECT_NE(text_report(record_of(*result)).find("proven optimal for full-domain"),
              std::string::npos);
    result->outcome.ending = Ending::timed_out;
    result->outcome.loss = 0.5;
    result->outcome.lower_bound = 0.4;
    EXPECT_NE(
        text_report(record_of(*result)).find("0.5; stopped early; at least 0.4 for any full-"),
        std::string::npos);
    EXPECT_NE(text_report(record_of(*result)).find("at most 1.25 times the least possible"),
              std::string::npos);
    result->outcome.lower_bound = 0.001;
    const std::string low = text_report(record_of(*result));
    EXPECT_NE(low.find("0.5; stopped early; no useful bound is known"), std::string::npos) << low;
    EXPECT_EQ(low.find("gap"), std::string::npos) << low;
    result->outcome.lower_bound.reset();
    EXPECT_NE(text_report(record_of(*result)).find("0.5; stopped early; no bound is known"),
              std::string::npos);
}

TEST(TextReport, SaysWhatIsProvenOfWhatAndForWhichColumns) {
    const auto of_rows = small_run();
    const std::string rows = "assumes one row per person and an attacker who knows age, sex";
    EXPECT_NE(text_report(record_of(*of_rows)).find(rows), std::string::npos);
    EXPECT_NE(html_report(record_of(*of_rows)).find(rows.substr(1)), std::string::npos);
    const auto of_persons = test::anonymized(patients(), std::string(kPolicy) + "person: name\n");
    const std::string persons =
        "assumes that each value of name is one person and an attacker who knows age, sex";
    EXPECT_NE(text_report(record_of(*of_persons)).find(persons), std::string::npos);
    for (int j = 0; j < 20; ++j) {
        Problem& problem = test::changeable_problem(*of_rows);
        problem.quasi_identifiers.push_back(problem.quasi_identifiers[1]);
    }
    EXPECT_NE(scope_text(record_of(*of_rows)).find(" and 10 more columns"), std::string::npos);
}

TEST(TextReport, CountsOneAsOne) {
    AuditReport audit;
    audit.measures.classes = 1;
    audit.measures.min_class = 7;
    audit.measures.max_class = 7;
    audit.measures.avg_class = 7;
    EXPECT_EQ(groups_line(audit), std::pair("classes"s, "1 of 7 rows"s));
}

TEST(TextReport, CountsCandidatesInPlaceOfClasses) {
    AuditReport audit;
    audit.candidates = {.least = 3, .mean = 4.25};
    EXPECT_EQ(groups_line(audit),
              std::pair("candidates"s, "3 or more for each row, 4.2 on average"s));
}

std::string summary_docs() {
    const std::ifstream file(std::string(KANON_DOCS_DIR) + "/summary.md");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(JsonSummary, OfASmallRunIsAsReviewed) {
    test::expect_golden("small_summary.json", json_summary(record_of(*small_run())));
}

TEST(JsonSummary, HasEveryDocumentedKeyAndDocumentsEveryKey) {
    const Json summary = Json::parse(json_summary(record_of(*small_run())));
    const std::string docs = summary_docs();
    ASSERT_FALSE(docs.empty());
    for (const auto& [key, value] : summary.items()) {
        EXPECT_NE(docs.find("`" + key), std::string::npos) << key;
    }
    const std::regex row("\\n\\| `([a-z_0-9]+)[^|]*");
    for (std::sregex_iterator it(docs.begin(), docs.end(), row), end; it != end; ++it) {
        EXPECT_TRUE(summary.contains((*it)[1].str())) << it->str();
    }
    for (const char* key : {"read", "bind", "solve", "apply", "audit", "write", "total"}) {
        EXPECT_TRUE(summary["seconds"].contains(key)) << key;
    }
    EXPECT_EQ(summary["recoding"]["levels"]["age"]["height"], 3);
    EXPECT_EQ(summary["objective"]["proven_optimal"], true);
}

/// What `kanon evaluate` says of the same tables, in every report of the run.
TEST(Reports, SayWhatTheReleaseIsStillGoodForWhereThatWasAsked) {
    const auto result = small_run();
    EXPECT_EQ(text_report(record_of(*result)).find("Still good for"), std::string::npos);
    EXPECT_EQ(html_report(record_of(*result)).find("can still be used for"), std::string::npos);
    EXPECT_TRUE(Json::parse(json_summary(record_of(*result)))["evaluation"].is_null());
    const Evaluation alone = evaluate(*result->problem, result->whole().release, {}, RunContext{});
    AnonymizeOptions options;
    options.evaluate = true;
    const auto told =
        anonymize(patients(), parse_policy(std::string(kPolicy), ""), RunContext{}, options);
    Json stands_alone = Json::parse(evaluation_json(alone));
    EXPECT_EQ(stands_alone["schema"], 1);
    stands_alone.erase("schema");
    EXPECT_EQ(Json::parse(json_summary(record_of(*told)))["evaluation"], stands_alone);
    const std::string text = text_report(record_of(*told));
    EXPECT_NE(text.find("Still good for\n  count queries"), std::string::npos) << text;
    EXPECT_NE(text.find("predicting disease"), std::string::npos);
    const std::string page = html_report(record_of(*told));
    EXPECT_EQ(test::nesting_fault(page), "");
    EXPECT_NE(page.find("<h2>What the data can still be used for</h2>"), std::string::npos);
    EXPECT_NE(page.find("<h3>Predicting disease</h3>"), std::string::npos);
    EXPECT_EQ(test::nesting_fault(evaluation_html(alone)), "");
}

TEST(JsonSummary, WritesUnknownFiguresAsNull) {
    const auto result = small_run();
    result->outcome.ending = Ending::timed_out;
    result->outcome.lower_bound.reset();
    const Json summary = Json::parse(json_summary(record_of(*result)));
    EXPECT_TRUE(summary["objective"]["lower_bound"].is_null());
    EXPECT_TRUE(summary["objective"]["gap"].is_null());
    EXPECT_TRUE(summary["objective"]["bound_scope"].is_null());
    EXPECT_EQ(summary["objective"]["proven_optimal"], false);
}

TEST(JsonSummary, SurvivesNamesThatAreNoText) {
    const auto result = small_run();
    test::changeable_problem(*result).quasi_identifiers[0].name = "a\xFF\"\n";
    EXPECT_TRUE(Json::accept(json_summary(record_of(*result))));
}

/// The whole file needs nothing from elsewhere and runs nothing.
void expect_self_contained(const std::string& html) {
    for (const char* part : {"http:",
                             "https:",
                             "//",
                             "src=",
                             "href",
                             "url(",
                             "@import",
                             "<script",
                             "<link",
                             "<img",
                             "<iframe",
                             "onload",
                             "javascript"}) {
        EXPECT_EQ(html.find(part), std::string::npos) << part;
    }
}

TEST(HtmlReport, HoldsEverySectionInWellFormedMarkup) {
    const auto result = small_run();
    const std::string html = html_report(record_of(*result));
    EXPECT_EQ(test::nesting_fault(html), "");
    expect_self_contained(html);
    std::size_t at = 0;
    for (const char* part : {"<main>",
                             "<h1>",
                             "<section class=\"verdict open-warnings\">",
                             "<h2>Not ready to be shared: 1 open point.</h2>",
                             "<b>Remedy:</b>",
                             "Assumes one row per person and an attacker who knows age, sex.",
                             "For the custodian, not for publication",
                             "<h2>What is promised",
                             "2-anonymity prevents re-identification by linking",
                             "<h2>What is not promised",
                             "<h2>At a glance",
                             "of the detail kept; proven to be the least possible loss",
                             "50\u00A0% (1\u00A0in\u00A02)",
                             "<h2>Risk of re-identification, before and after",
                             "<h2>What was lost",
                             "level 1 of 3",
                             "<h2>Class sizes, before and after",
                             "<h2>Distribution of values, before and after",
                             "<h2>Columns and their roles",
                             "<h2>How the promises were proven",
                             "distinct 2-diversity of disease",
                             "<h2>Measures of loss",
                             "<h2>What was suppressed",
                             "<h2>How to repeat it",
                             "kanon anonymize patients.csv -p policy.yaml -o release.csv",
                             "<h2>The policy",
                             "age: {role: quasi-identifying",
                             "max: 1",
                             "<h2>Files",
                             "<dt>Original</dt>",
                             "</main>"}) {
        const std::size_t found = html.find(part, at);
        EXPECT_NE(found, std::string::npos) << part << " is missing or out of turn";
        at = found == std::string::npos ? at : found;
    }
    EXPECT_EQ(html.find("<h2>Assumptions"), std::string::npos);
    EXPECT_EQ(test::occurrences(html, "<figure>"), 1U + 2U + 2U * 2U + 1U);
    EXPECT_EQ(test::occurrences(html, "<th>"), 0U) << "a head of a column or row without scope";
}

TEST(HtmlReport, StatesTitleDateAndHashes) {
    const auto result = small_run();
    EXPECT_NE(html_report(record_of(*result)).find("<title>Release report</title>"),
              std::string::npos);
    EXPECT_EQ(html_report(record_of(*result)).find("UTC"), std::string::npos);
    result->facts.title = "Stays <2024>";
    result->facts.date = "2024-05-01 12:00 UTC";
    result->facts.input_sha256 = {std::string(64, 'a'), std::string(64, 'b')};
    result->facts.release_sha256 = "0123456789abcdef";
    result->policy.file = "policy.yaml";
    result->policy.sha256 = std::string(64, 'c');
    const std::string html = html_report(record_of(*result));
    for (const char* part : {"<title>Stays &lt;2024&gt;</title>",
                             "<h1><bdi>Stays &lt;2024&gt;</bdi></h1>",
                             "<p class=\"soft\">2024-05-01 12:00 UTC</p>",
                             "aaaaaaaa<wbr>aaaaaaaa",
                             "bbbbbbbb<wbr>bbbbbbbb",
                             "cccccccc<wbr>cccccccc",
                             "<code>01234567<wbr>89abcdef</code>",
                             "<dfn>SHA-256</dfn>"}) {
        EXPECT_NE(html.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(test::nesting_fault(html), "");
    result->facts.input_sha256.resize(100, std::string(64, 'd'));
    EXPECT_NE(html_report(record_of(*result)).find("and 92 files more"), std::string::npos);
}

TEST(HtmlReport, ExplainsEachTermOnceAndNamesEveryColumn) {
    const auto result = test::anonymized(patients(), std::string(kPolicy) + "person: name\n");
    const std::string html = html_report(record_of(*result));
    for (const char* words : {"<dfn>auditor</dfn>",
                              "<dfn>quasi-identifying</dfn>",
                              "<dfn>sensitive</dfn>",
                              "<dfn>identifying</dfn>",
                              "<dfn>persons</dfn>",
                              "<dfn>level</dfn>",
                              "<dfn>seed</dfn>",
                              "every class has at least k rows, or k distinct persons",
                              "rows with the same values in every quasi-identifying column"}) {
        EXPECT_EQ(test::occurrences(html, words), 1U) << words;
    }
    for (const char* column : {"<th scope=\"row\"><bdi>age</bdi></th><td>quasi-identifying</td>"
                               "<td>level 1 of 3</td>",
                               "<th scope=\"row\"><bdi>disease</bdi></th><td>sensitive</td>"
                               "<td>released unchanged</td>",
                               "<th scope=\"row\"><bdi>name</bdi></th><td>identifying</td>"
                               "<td>not released; its values are counted as persons</td>"}) {
        EXPECT_NE(html.find(column), std::string::npos) << column;
    }
}

TEST(HtmlReport, MarksRolesThatNobodyGave) {
    Policy policy;
    policy.attribute("age").role = Role::quasi_identifying;
    policy.privacy = {{.parameters = {{"k", 2}}}};
    const auto result = anonymize(patients(), policy, RunContext{});
    const std::string html = html_report(record_of(*result));
    EXPECT_NE(html.find("<bdi>age</bdi></th><td>quasi-identifying</td>"), std::string::npos);
    EXPECT_NE(html.find("<bdi>disease</bdi></th><td>sensitive (assumed)</td>"), std::string::npos);
}

TEST(HtmlReport, ShowsClassSizesInTheSameBinsBeforeAndAfter) {
    const std::string html = html_report(record_of(*small_run()));
    EXPECT_EQ(test::occurrences(html, "<bdi>1 row</bdi>"), 2U);
    EXPECT_EQ(test::occurrences(html, "<bdi>2 to 3 rows</bdi>"), 2U);
}

TEST(HtmlReport, TamesHostileNamesAndValues) {
    const std::string evil = "</pre></svg><script>alert(\"1\")</script>&";
    const Table table({test::column_of(evil, {evil, evil, "b", "b"}),
                       test::column_of("id\n<b>", {"1", "2", "3", "4"}),
                       test::column_of("s", {"<i>", "<i>", "<i>", "<i>"})},
                      4);
    Policy policy;
    policy.attribute(evil).role = Role::quasi_identifying;
    policy.attribute("id\n<b>").role = Role::identifying;
    policy.attribute("s").role = Role::sensitive;
    policy.privacy = {{.parameters = {{"k", 2}}}};
    const auto result = anonymize(table, policy, RunContext{});
    result->facts.command = evil;
    result->facts.inputs = {evil};
    const std::string html = html_report(record_of(*result));
    EXPECT_EQ(test::nesting_fault(html), "");
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_EQ(html.find("<b>al"), std::string::npos);
    EXPECT_EQ(html.find("<i>"), std::string::npos);
}

TEST(HtmlReport, NamesColumnsThatWereNotEvenRead) {
    const auto result = small_run();
    test::changeable_problem(*result).unread = {"ssn"};
    const std::string html = html_report(record_of(*result));
    EXPECT_NE(html.find("<li>ssn</li>"), std::string::npos);
    EXPECT_NE(html.find("<li>name</li>"), std::string::npos);
    EXPECT_NE(html.find("ssn: {role: identifying}"), std::string::npos) << "the policy is whole";
}

TEST(HtmlReport, StandsWithoutAnyClass) {
    const auto result = small_run();
    test::suppress_all(*result);
    ASSERT_TRUE(result->audit.passed);
    ASSERT_EQ(result->audit.measures.classes, 0U);
    const std::string html = html_report(record_of(*result));
    EXPECT_EQ(test::nesting_fault(html), "");
    EXPECT_NE(html.find("<th scope=\"row\">classes</th><td>none</td>"), std::string::npos);
}

}  // namespace
}  // namespace kanon
