// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/generate.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/generate/stays.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// A table of `age zip disease`, with text for zips; `?` is missing.
Table people(const std::string& rows) {
    std::vector<std::vector<std::string>> cells(3);
    std::istringstream words(rows);
    std::size_t count = 0;
    for (std::string word; words >> word; ++count) {
        cells[count % 3].push_back(word.substr(0, word.find(';')));
    }
    return Table({test::column_of("age", cells[0]),
                  test::column_of("zip", cells[1], ValueType::text),
                  test::column_of("disease", cells[2])},
                 count / 3);
}

HierarchySpec spec_of(HierarchySpec::Form form) {
    HierarchySpec spec;
    spec.form = form;
    return spec;
}

/// age in tens and twenties, zip masked; both quasi-identifiers.
Policy people_policy(const std::string& method, double k, const std::string& limit) {
    Policy policy;
    policy.method = method;
    HierarchySpec ages = spec_of(HierarchySpec::Form::intervals);
    ages.widths = {10, 20};
    policy.attribute("age").role = Role::quasi_identifying;
    policy.attribute("age").hierarchy = ages;
    policy.attribute("zip").role = Role::quasi_identifying;
    policy.attribute("zip").type = ValueType::text;
    policy.attribute("zip").hierarchy = spec_of(HierarchySpec::Form::mask);
    policy.attribute("disease").role = Role::sensitive;
    policy.privacy.push_back(
        {.model = "k-anonymity", .parameters = {{"k", k}}, .attribute = "", .kind = ""});
    policy.suppression = SuppressionLimit::parse(limit);
    return policy;
}

std::string cells_in(const Table& table) {
    std::string out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        for (std::size_t column = 0; column < table.column_count(); ++column) {
            out += (column > 0 ? ";" : "") + std::string(table.column(column).text(row));
        }
        out += "\n";
    }
    return out;
}

std::unique_ptr<Result> carried(const Table& table, const Policy& policy, const std::string& text) {
    return apply_recoding(table, policy, text, "r.json", RunContext{});
}

/// The message of the error that applying ends with, which must be of this code.
std::string refusal(const Table& table,
                    const Policy& policy,
                    const std::string& text,
                    ErrorCode code) {
    try {
        static_cast<void>(carried(table, policy, text));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "it was not refused";
    return "";
}

Table june() {
    return people(
        "21 13053 flu; 25 13053 cold; 28 13068 flu; 23 13068 flu; "
        " 44 14850 cold; 47 14850 flu; 52 14853 flu; 58 14853 cold");
}

class RoundTripOf : public ::testing::TestWithParam<const char*> {};

TEST_P(RoundTripOf, TheSameTableGetsTheSameRelease) {
    const auto table = generate_stays(3000, 5, 1);
    Policy policy = stays_policy();
    policy.method = GetParam();
    for (AttributePolicy& attribute : policy.attributes) {
        if (attribute.role == Role::quasi_identifying) {
            attribute.role = Role::insensitive;
        }
    }
    for (const char* number : {"age", "length_of_stay", "charges"}) {
        policy.attribute(number).coding = {};  // ranges are released, of exact numbers
        policy.attribute(number).role = Role::quasi_identifying;
        policy.attribute(number).recode = Recode::range;  // mondrian's ranges do not overlap
    }
    const auto first = anonymize(table, policy, RunContext{});
    const std::string text = recoding_text(*first);
    const auto again = carried(table, policy, text);
    EXPECT_EQ(cells_in(again->whole().release.table), cells_in(first->whole().release.table));
    EXPECT_EQ(again->outcome.ending, Ending::feasible);
    EXPECT_FALSE(again->outcome.lower_bound.has_value());
    EXPECT_NEAR(again->outcome.loss, first->outcome.loss, 1e-9);
    EXPECT_TRUE(again->audit.passed);
    EXPECT_EQ(recoding_text(*again), text);
}

TEST_P(RoundTripOf, ThreadsDoNotMatter) {
    Policy policy = stays_policy();
    policy.method = GetParam();
    const auto first = anonymize(generate_stays(2000, 5, 1), policy, RunContext{});
    policy.suppression = SuppressionLimit::parse("100%");
    const auto other = generate_stays(9000, 6, 1);
    RunContext threads;
    threads.threads = 3;
    const auto one = carried(other, policy, recoding_text(*first));
    const auto three = apply_recoding(other, policy, recoding_text(*first), "r.json", threads);
    ASSERT_GT(one->problem->row_types().size(), 2U * 4096) << "row types that threads share";
    EXPECT_EQ(cells_in(one->whole().release.table), cells_in(three->whole().release.table));
    EXPECT_TRUE(one->audit.passed);
}

INSTANTIATE_TEST_SUITE_P(Methods, RoundTripOf, ::testing::Values("optimal", "mondrian"));

TEST(Recoding, ClassesThatOverlapAreFilledSoThatFewFail) {
    const auto table = generate_stays(3000, 5, 1);
    Policy policy = stays_policy();
    policy.method = "mondrian";
    const auto first = anonymize(table, policy, RunContext{});
    const auto again = carried(table, policy, recoding_text(*first));
    EXPECT_TRUE(again->audit.passed);
    EXPECT_LE(again->audit.measures.suppressed_rows,
              first->audit.measures.suppressed_rows + table.row_count() / 100);
}

TEST(Recoding, ReportsSayWhereItCameFrom) {
    const Policy policy = people_policy("optimal", 2, "0");
    const auto first = anonymize(june(), policy, RunContext{});
    const auto again = carried(june(), policy, recoding_text(*first));
    EXPECT_NE(text_report(record_of(*again)).find("recoding applied from r.json"),
              std::string::npos);
    EXPECT_NE(html_report(record_of(*again)).find("recoding applied from r.json"),
              std::string::npos);
    const std::string summary = json_summary(record_of(*again));
    EXPECT_NE(summary.find(R"("applied_from": "r.json")"), std::string::npos) << summary;
    EXPECT_NE(summary.find(R"("method": "apply")"), std::string::npos) << summary;
    EXPECT_NE(summary.find(R"("levels")"), std::string::npos) << summary;
    EXPECT_EQ(json_summary(record_of(*first)).find("applied_from"), std::string::npos);
}

TEST(Recoding, ValuesOfFewerThanKRowsAndSuppressedOnesAreNotInTheFile) {
    const Table table = people(
        "21 13053 flu; 21 13053 flu; 21 13053 cold; 22 13053 flu; "
        "95 99999 flu");
    const auto result = anonymize(table, people_policy("optimal", 2, "1"), RunContext{});
    const std::string text = recoding_text(*result);
    EXPECT_NE(text.find("\"21\""), std::string::npos) << text;
    EXPECT_EQ(text.find("\"22\""), std::string::npos) << text;
    EXPECT_EQ(text.find("95"), std::string::npos) << text;
    EXPECT_EQ(text.find("9999"), std::string::npos) << text;
    EXPECT_EQ(text.find("flu"), std::string::npos) << text;
}

TEST(Recoding, ValuesOfAStarredColumnAreNotInTheFile) {
    const std::string text = R"({"kanon_recoding": 1, "kind": "full-domain", "attributes": [
        {"name": "age", "level": 1, "released": [], "values": []},
        {"name": "zip", "level": 5, "released": ["*"], "values": []}]})";
    const auto result = carried(june(), people_policy("optimal", 2, "100%"), text);
    const std::string saved = recoding_text(*result);
    EXPECT_NE(saved.find("\"*\""), std::string::npos) << saved;
    EXPECT_EQ(saved.find("13053"), std::string::npos) << saved;
}

TEST(Recoding, LevelsReachNewValuesByTheHierarchy) {
    Policy policy = people_policy("optimal", 2, "0");
    const auto first = anonymize(june(), policy, RunContext{});
    const auto& node = std::get<GlobalRecoding>(*first->outcome.recoding).node;
    ASSERT_TRUE(node.has_value());
    const Table july = people(
        "20 13053 flu; 29 13053 cold; 26 13068 flu; 24 13068 flu; "
        "40 14850 cold; 41 14850 flu; 42 14850 flu");
    policy.suppression = SuppressionLimit::parse("3");
    const auto next = carried(july, policy, recoding_text(*first));
    const auto& recoding = std::get<GlobalRecoding>(*next->outcome.recoding);
    EXPECT_EQ(recoding.node, node);
    EXPECT_EQ(next->audit.measures.suppressed_rows, 0U);
}

TEST(Recoding, NewValuesThatNoClassCoversAreSuppressedAndCounted) {
    Policy policy = people_policy("mondrian", 2, "0");
    const auto first = anonymize(june(), policy, RunContext{});
    const Table july = people(
        "21 13053 flu; 25 13053 cold; 28 13068 flu; 23 13068 flu; "
        "44 14850 cold; 47 14850 flu; 99 77777 flu");
    const std::string message = refusal(july, policy, recoding_text(*first), ErrorCode::infeasible);
    EXPECT_NE(message.find("1 of 7 rows would be suppressed and 0 may be"), std::string::npos)
        << message;
    EXPECT_NE(message.find("1 fits nothing"), std::string::npos) << message;
    policy.suppression = SuppressionLimit::parse("1");
    const auto next = carried(july, policy, recoding_text(*first));
    EXPECT_EQ(next->audit.measures.suppressed_rows, 1U);
    EXPECT_EQ(next->outcome.stats[0], (std::pair<std::string, double>("unplaced_rows", 1)));
    EXPECT_EQ(next->whole().release.table.column(0).text(6), "*");
}

TEST(Recoding, ClassesOfFewerThanKRowsAreSuppressedOrRefused) {
    for (const char* method : {"optimal", "mondrian"}) {
        SCOPED_TRACE(method);
        Policy policy = people_policy(method, 2, "0");
        const auto first = anonymize(june(), policy, RunContext{});
        const Table july = people(
            "21 13053 flu; 25 13053 cold; 28 13068 flu; 23 13068 flu; "
            "44 14850 cold");
        const std::string message =
            refusal(july, policy, recoding_text(*first), ErrorCode::infeasible);
        EXPECT_NE(message.find("1 is in a class that fails"), std::string::npos) << message;
        policy.suppression = SuppressionLimit::parse("20%");
        const auto next = carried(july, policy, recoding_text(*first));
        EXPECT_EQ(next->audit.measures.suppressed_rows, 1U);
        EXPECT_EQ(next->whole().release.table.column(0).text(4), "*");
        EXPECT_NE(next->whole().release.table.column(0).text(0), "*");
    }
}

TEST(Recoding, TheModelsAreCheckedAnew) {
    Policy policy = people_policy("optimal", 2, "0");
    const auto first = anonymize(june(), policy, RunContext{});
    policy.privacy.push_back({.model = "l-diversity",
                              .parameters = {{"l", 2}},
                              .attribute = "disease",
                              .kind = "distinct"});
    const Table july = people(
        "21 13053 flu; 25 13053 flu; 28 13068 flu; 23 13068 flu; "
        " 44 14850 cold; 47 14850 flu; 52 14853 flu; 58 14853 cold");
    EXPECT_NE(refusal(july, policy, recoding_text(*first), ErrorCode::infeasible).find("fail"),
              std::string::npos);
}

TEST(Recoding, AReleaseOfStarsIsOneClass) {
    const std::string text = R"({"kanon_recoding": 1, "kind": "classes",
        "attributes": [{"name": "zip"}, {"name": "age"}], "classes": [["*", "*"]]})";
    const auto result = carried(june(), people_policy("auto", 2, "0"), text);
    EXPECT_EQ(result->audit.measures.classes, 1U);
    EXPECT_EQ(result->audit.measures.suppressed_rows, 0U);
    EXPECT_EQ(result->whole().release.table.column(0).text(3), "*");
    const auto again = carried(june(), people_policy("auto", 2, "0"), recoding_text(*result));
    EXPECT_EQ(again->audit.measures.classes, 1U);
}

TEST(Recoding, OtherQuasiIdentifiersAreRefused) {
    const Policy policy = people_policy("optimal", 2, "0");
    const std::string text = recoding_text(*anonymize(june(), policy, RunContext{}));
    Policy fewer = policy;
    fewer.attribute("zip").role = Role::insensitive;
    std::string message = refusal(june(), fewer, text, ErrorCode::bad_input);
    EXPECT_NE(message.find("another role"), std::string::npos) << message;
    EXPECT_NE(message.find("'zip'"), std::string::npos) << message;
    Policy more = policy;
    more.attribute("disease").role = Role::quasi_identifying;
    message = refusal(june(), more, text, ErrorCode::bad_input);
    EXPECT_NE(message.find("does not know"), std::string::npos) << message;
    const std::string other = R"({"kanon_recoding": 1, "kind": "classes",
        "attributes": [{"name": "age"}, {"name": "zip"}, {"name": "height"}], "classes": []})";
    message = refusal(june(), policy, other, ErrorCode::bad_input);
    EXPECT_NE(message.find("no column"), std::string::npos) << message;
}

TEST(Recoding, LevelsThatThePolicyForbidsAreRefused) {
    Policy policy = people_policy("optimal", 2, "0");
    const std::string levels = R"({"kanon_recoding": 1, "kind": "full-domain", "attributes": [
        {"name": "age", "level": 2, "released": [], "values": []},
        {"name": "zip", "level": 3, "released": [], "values": []}]})";
    EXPECT_TRUE(carried(june(), policy, levels)->audit.passed);
    policy.attribute("age").levels = {Level{0}, Level{1}};
    EXPECT_NE(refusal(june(), policy, levels, ErrorCode::infeasible).find("forbids"),
              std::string::npos);
    const std::string classes = R"({"kanon_recoding": 1, "kind": "classes",
        "attributes": [{"name": "age"}, {"name": "zip"}], "classes": [["[21, 58]", "*"]]})";
    EXPECT_NE(refusal(june(), policy, classes, ErrorCode::infeasible).find("forbids"),
              std::string::npos);
}

TEST(Recoding, ALabelThatDoesNotCoverItsValueIsRefused) {
    const std::string text = R"({"kanon_recoding": 1, "kind": "full-domain", "attributes": [
        {"name": "age", "level": 1, "released": ["[40, 49]"], "values": [["21", "[40, 49]"]]},
        {"name": "zip", "level": 3, "released": [], "values": []}]})";
    const std::string message =
        refusal(june(), people_policy("optimal", 2, "0"), text, ErrorCode::bad_input);
    EXPECT_NE(message.find("'age'"), std::string::npos) << message;
    EXPECT_EQ(message.find("21"), std::string::npos) << message;
}

TEST(Recoding, WhereHierarchiesDifferSavedLabelsStayAndTakeNewValuesIn) {
    const std::string text = R"({"kanon_recoding": 1, "kind": "full-domain", "attributes": [
        {"name": "age", "level": 1, "released": ["[15, 30]", "[20, 35]"],
         "values": [["21", "[15, 30]"], ["34", "[20, 35]"]]},
        {"name": "zip", "level": 3, "released": [], "values": []}]})";
    const Table table =
        people("21 13053 flu; 34 13053 flu; 16 13053 flu; 33 13053 flu; 77 13053 flu");
    const auto result = carried(table, people_policy("optimal", 2, "1"), text);
    const Table& release = result->whole().release.table;
    EXPECT_EQ(release.column(0).text(0), "[15, 30]");
    EXPECT_EQ(release.column(0).text(1), "[20, 35]");
    EXPECT_EQ(release.column(0).text(2), "[15, 30]");
    EXPECT_EQ(release.column(0).text(3), "[20, 35]");
    EXPECT_EQ(release.column(0).text(4), "*");
    EXPECT_FALSE(std::get<GlobalRecoding>(*result->outcome.recoding).node.has_value());
    Policy height = people_policy("optimal", 2, "1");
    height.objective = "height";
    EXPECT_NE(refusal(table, height, text, ErrorCode::bad_policy).find("height"),
              std::string::npos);
}

TEST(Recoding, MembersAndEndsThatDoNotOccurAreLeftOut) {
    const std::string text = R"({"kanon_recoding": 1, "kind": "classes",
        "attributes": [{"name": "age"}, {"name": "zip"}],
        "classes": [["[20, 30]", "{13053, 13068, 99999}"], ["[40, 60]", "[14000, 14852]"],
                    ["[40, 60]", "{14853, 77777}"], ["[0, 1]", "{88888, 99999}"]]})";
    Policy policy = people_policy("mondrian", 2, "0");
    const auto result = carried(june(), policy, text);
    const Table& release = result->whole().release.table;
    EXPECT_EQ(release.column(1).text(0), "{13053, 13068}");
    EXPECT_EQ(release.column(1).text(4), "14850");
    EXPECT_EQ(release.column(1).text(6), "14853");
    EXPECT_EQ(release.column(0).text(0), "[20, 30]");
    EXPECT_TRUE(result->audit.passed);
}

TEST(Recoding, ALabelThatIsAValueTooStaysALabel) {
    Policy policy;
    policy.attribute("age").role = Role::insensitive;
    policy.attribute("disease").role = Role::insensitive;
    policy.attribute("zip").role = Role::quasi_identifying;
    HierarchySpec tree = spec_of(HierarchySpec::Form::tree);
    tree.tree.label = "*";
    tree.tree.children = {{"a", {{"b", {}}, {"c", {}}}}, {"d", {{"a", {}}, {"e", {}}}}};
    policy.attribute("zip").hierarchy = tree;
    policy.privacy.push_back(
        {.model = "k-anonymity", .parameters = {{"k", 2}}, .attribute = "", .kind = ""});
    const std::string text = R"({"kanon_recoding": 1, "kind": "classes",
        "attributes": [{"name": "zip"}], "classes": [["a"], ["d"], ["{b, c}"]]})";
    const auto result = carried(people("1 b x 2 c x 3 a x 4 e x"), policy, text);
    EXPECT_EQ(cells_in(result->whole().release.table), "1;a;x\n2;a;x\n3;d;x\n4;d;x\n");
}

TEST(Recoding, GlobalRecodingsWithoutLevelsAreCarriedValueByValue) {
    const std::string text = R"({"kanon_recoding": 1, "kind": "global", "attributes": [
        {"name": "age", "released": ["[20, 29]", "[40, 60]"], "values": [["21", "[20, 29]"]]},
        {"name": "zip", "released": ["*"], "values": []}]})";
    const auto result = carried(june(), people_policy("optimal", 4, "0"), text);
    EXPECT_EQ(result->whole().release.table.column(0).text(1), "[20, 29]");
    EXPECT_EQ(result->whole().release.table.column(0).text(7), "[40, 60]");
    EXPECT_EQ(recoding_text(*result).find("level"), std::string::npos);
}

}  // namespace
}  // namespace kanon
