// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/inspection.hpp"

#include "kanon/generate/stays.hpp"
#include "kanon/problem/policy_file.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <map>

namespace kanon {
namespace {

std::map<std::string, Role> roles_of(const Table& table) {
    std::map<std::string, Role> out;
    for (const ColumnSuggestion& suggestion : inspect(table)) {
        EXPECT_EQ(suggestion.why.find('\n'), std::string::npos);
        EXPECT_FALSE(suggestion.why.empty());
        out[suggestion.name] = suggestion.role;
    }
    return out;
}

/// `rows` rows of one column; each cell from its number.
template <class Cell>
Table column_of(const std::string& name, std::size_t rows, Cell cell) {
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
        text += cell(row) + ";";
    }
    return test::table_of(name, text);
}

TEST(Inspect, KnowsTheColumnsOfAdult) {
    const auto roles = roles_of(
        test::table_of("sex age race marital-status education native-country workclass occupation "
                       "salary-class",
                       "M 39 W never BA US state clerk low; M 50 W married BA US self boss low;"
                       "F 38 B divorced HS Cuba private clerk high; F 28 W married MA US state "
                       "sales high"));
    for (const char* name : {"sex",
                             "age",
                             "race",
                             "marital-status",
                             "education",
                             "native-country",
                             "workclass",
                             "occupation"}) {
        EXPECT_EQ(roles.at(name), Role::quasi_identifying) << name;
    }
    EXPECT_EQ(roles.at("salary-class"), Role::sensitive);
}

TEST(Inspect, KnowsTheColumnsOfHospitalStays) {
    const auto roles = roles_of(generate_stays(2000, 1, 1));
    for (const char* name : {"patient_id", "name"}) {
        EXPECT_EQ(roles.at(name), Role::identifying) << name;
    }
    for (const char* name : {"age",
                             "sex",
                             "zip",
                             "marital_status",
                             "education",
                             "occupation",
                             "nationality",
                             "admission_date"}) {
        EXPECT_EQ(roles.at(name), Role::quasi_identifying) << name;
    }
    EXPECT_EQ(roles.at("diagnosis"), Role::sensitive);
    EXPECT_EQ(roles.at("charges"), Role::sensitive);
    EXPECT_EQ(roles.at("department"), Role::insensitive);
}

TEST(Inspect, CountsWhatItSays) {
    const auto suggestions = inspect(test::table_of("age", "30; 30; 31; ?"));
    ASSERT_EQ(suggestions.size(), 1U);
    EXPECT_EQ(suggestions[0].type, ValueType::integer);
    EXPECT_EQ(suggestions[0].distinct, 2U);
    EXPECT_EQ(suggestions[0].missing_rows, 1U);
    EXPECT_DOUBLE_EQ(suggestions[0].unique_share, 0.25);
    EXPECT_EQ(suggestions[0].why,
              "named like an age; integer, 2 distinct values, 25.0% of the rows alone with theirs");
}

TEST(Inspect, RecognizesDirectIdentifiersByContent) {
    const auto mail = [](std::size_t row) { return "u" + std::to_string(row % 9) + "@x.org"; };
    EXPECT_EQ(roles_of(column_of("reach", 100, mail)).at("reach"), Role::identifying);
    const auto phone = [](std::size_t row) { return "+49-30-123456" + std::to_string(row % 9); };
    EXPECT_EQ(roles_of(column_of("reach", 100, phone)).at("reach"), Role::identifying);
    const auto host = [](std::size_t row) { return "10.0.0." + std::to_string(row % 9); };
    EXPECT_EQ(roles_of(column_of("reach", 100, host)).at("reach"), Role::identifying);
    const auto code = [](std::size_t row) { return "E11." + std::to_string(row % 9); };
    EXPECT_EQ(roles_of(column_of("reach", 100, code)).at("reach"), Role::insensitive);
}

TEST(Inspect, WithholdsUnknownColumnsThatSingleRowsOut) {
    const auto unique = [](std::size_t row) { return std::to_string(row * 7); };
    EXPECT_EQ(roles_of(column_of("x", 100, unique)).at("x"), Role::identifying);
    const auto decimals = [](std::size_t row) { return std::to_string(row) + ".25"; };
    EXPECT_EQ(roles_of(column_of("x", 100, decimals)).at("x"), Role::identifying);
    const auto tenth = [](std::size_t row) { return std::to_string(row % 10 == 0 ? row : 1); };
    EXPECT_EQ(roles_of(column_of("x", 1000, tenth)).at("x"), Role::identifying);
    const auto pairs = [](std::size_t row) { return std::to_string(row / 2); };
    EXPECT_EQ(roles_of(column_of("x", 1000, pairs)).at("x"), Role::identifying);
}

TEST(Inspect, GeneralizesUnknownColumnsOfFewRareValues) {
    const auto rare = [](std::size_t row) { return row < 2 ? "r" + std::to_string(row) : "s"; };
    EXPECT_EQ(
        roles_of(column_of("x", 1000, [&](std::size_t row) { return std::string(rare(row)); }))
            .at("x"),
        Role::quasi_identifying);
}

TEST(Inspect, ReleasesUnknownColumnsThatSingleNobodyOut) {
    const auto even = [](std::size_t row) { return std::to_string(row % 10); };
    EXPECT_EQ(roles_of(column_of("x", 1000, even)).at("x"), Role::insensitive);
    EXPECT_EQ(roles_of(column_of("x", 10, [](std::size_t) { return std::string("same"); })).at("x"),
              Role::insensitive);
}

TEST(Inspect, FreeTextOfASensitiveKindIsWithheld) {
    const auto text = [](std::size_t row) { return "text" + std::to_string(row); };
    EXPECT_EQ(roles_of(column_of("diagnosis", 100, text)).at("diagnosis"), Role::identifying);
}

TEST(Inspect, DatesAreQuasiIdentifying) {
    const auto suggestions = inspect(test::table_of("when", "2020-01-02; 2020-01-03; 2020-02-02"));
    EXPECT_EQ(suggestions[0].role, Role::quasi_identifying);
    EXPECT_EQ(suggestions[0].hierarchy.form, HierarchySpec::Form::date);
}

TEST(Inspect, SuggestsHierarchies) {
    const auto suggestions = inspect(test::table_of("age zip postcode sex",
                                                    "17 01301 10115 F; 90 01302 10117 M; 40 01401 "
                                                    "20095 F; 41 01402 20097 M; 55 02139 80331 F"));
    EXPECT_EQ(suggestions[0].hierarchy.form, HierarchySpec::Form::intervals);
    EXPECT_EQ(suggestions[0].hierarchy.widths.at(0), 5);
    EXPECT_EQ(suggestions[1].hierarchy.form, HierarchySpec::Form::mask);
    EXPECT_EQ(suggestions[2].hierarchy.form, HierarchySpec::Form::mask);
    EXPECT_EQ(suggestions[3].hierarchy.form, HierarchySpec::Form::flat);
}

TEST(Inspect, ASuggestedPolicyReadsBackTheSame) {
    const Policy policy = suggested_policy(inspect(generate_stays(500, 1, 1)));
    EXPECT_EQ(policy.privacy.at(0).parameter, 5);
    const Policy read = parse_policy(policy_text(policy), "p.yaml");
    const std::string text = policy_text(read);
    EXPECT_EQ(policy_text(parse_policy(text, "p.yaml")), text);
    ASSERT_EQ(read.attributes.size(), policy.attributes.size());
    for (std::size_t j = 0; j < read.attributes.size(); ++j) {
        EXPECT_EQ(read.attributes[j].name, policy.attributes[j].name);
        EXPECT_EQ(read.attributes[j].role, policy.attributes[j].role);
        EXPECT_EQ(read.attributes[j].type, policy.attributes[j].type);
    }
}

TEST(Inspect, ASuggestedPolicyShowsHierarchiesAndAsksForNone) {
    const Policy policy = suggested_policy(inspect(generate_stays(500, 1, 1)));
    const std::string text = policy_text(policy);
    EXPECT_NE(text.find("  # made up: hierarchy: {intervals: ["), std::string::npos) << text;
    for (const AttributePolicy& attribute : parse_policy(text, "p.yaml").attributes) {
        EXPECT_FALSE(attribute.asks_for_hierarchy()) << attribute.name;
    }
    Policy changed = policy;
    changed.attribute("age").hierarchy = HierarchySpec{.form = HierarchySpec::Form::flat};
    EXPECT_TRUE(changed.attribute("age").asks_for_hierarchy());
}

TEST(Inspect, ATableWithoutRowsHasSuggestionsToo) {
    EXPECT_EQ(roles_of(test::table_of("age x", "")).size(), 2U);
}

}  // namespace
}  // namespace kanon
