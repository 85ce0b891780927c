// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/inspection.hpp"

#include "kanon/generate/stays.hpp"
#include "kanon/policy/policy_file.hpp"

#include "support/tables.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace kanon {
namespace {

std::map<std::string, Role> roles_of(const Table& table) {
    std::map<std::string, Role> out;
    for (const ColumnSuggestion& suggestion : suggest_columns(table)) {
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
    EXPECT_EQ(roles.at("department"), Role::quasi_identifying);  // nobody said what it is
}

TEST(Inspect, CountsWhatItSays) {
    const auto suggestions = suggest_columns(test::table_of("age", "30; 30; 31; ?"));
    ASSERT_EQ(suggestions.size(), 1U);
    EXPECT_EQ(suggestions[0].type, ValueType::integer);
    EXPECT_EQ(suggestions[0].distinct, 2U);
    EXPECT_EQ(suggestions[0].missing_rows, 1U);
    EXPECT_DOUBLE_EQ(suggestions[0].unique_share, 0.25);
    EXPECT_EQ(suggestions[0].why,
              "name suggests age; integer, 2 distinct values, 25.0% of the rows unique");
}

TEST(Inspect, RecognizesDirectIdentifiersByContent) {
    const auto mail = [](std::size_t row) { return "u" + std::to_string(row % 9) + "@x.org"; };
    EXPECT_EQ(roles_of(column_of("reach", 100, mail)).at("reach"), Role::identifying);
    const auto phone = [](std::size_t row) { return "+49-30-123456" + std::to_string(row % 9); };
    EXPECT_EQ(roles_of(column_of("reach", 100, phone)).at("reach"), Role::identifying);
    const auto host = [](std::size_t row) { return "10.0.0." + std::to_string(row % 9); };
    EXPECT_EQ(roles_of(column_of("reach", 100, host)).at("reach"), Role::identifying);
    const auto code = [](std::size_t row) { return "E11." + std::to_string(row % 9); };
    EXPECT_EQ(roles_of(column_of("reach", 100, code)).at("reach"), Role::quasi_identifying);
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

TEST(Inspect, UnknownIsQuasiIdentifyingAndSaysSo) {
    const auto even = [](std::size_t row) { return std::to_string(row % 10); };
    const auto suggestions = suggest_columns(column_of("x", 1000, even));
    EXPECT_EQ(suggestions[0].role, Role::quasi_identifying);
    EXPECT_TRUE(suggestions[0].unknown);
    EXPECT_EQ(suggestions[0].why.substr(0, 18), "of unknown meaning");
}

TEST(Inspect, OneValueInAllRowsTellsNothing) {
    const auto same = [](std::size_t) { return std::string("same"); };
    EXPECT_EQ(roles_of(column_of("x", 10, same)).at("x"), Role::insensitive);
    EXPECT_EQ(roles_of(test::table_of("x", "?; ?; ?")).at("x"), Role::insensitive);
    EXPECT_EQ(roles_of(test::table_of("x", "a; ?; a")).at("x"), Role::quasi_identifying);
}

TEST(Inspect, ValuesRefuteWhatANameSeemsToSay) {
    const auto flag = [](std::size_t row) { return std::string(row % 3 == 0 ? "Yes" : "No"); };
    for (const char* name : {"Insurance-Medicare", "phone", "HOSPITAL", "email"}) {
        EXPECT_EQ(roles_of(column_of(name, 100, flag)).at(name), Role::quasi_identifying) << name;
    }
    const auto word = [](std::size_t row) { return std::string(row % 3 == 0 ? "fluid" : "dry"); };
    EXPECT_EQ(roles_of(column_of("kindid", 100, word)).at("kindid"), Role::quasi_identifying);
}

TEST(Inspect, TellsSurveyWeightsFromThoseOfBodies) {
    const auto body = [](std::size_t row) { return std::to_string(50 + row % 60); };
    EXPECT_EQ(roles_of(column_of("weight", 1000, body)).at("weight"), Role::quasi_identifying);
    const auto survey = [](std::size_t row) { return std::to_string(500 + row % 10 * 70); };
    EXPECT_EQ(roles_of(column_of("weight", 1000, survey)).at("weight"), Role::identifying);
    EXPECT_EQ(roles_of(column_of("weight_g", 1000, survey)).at("weight_g"),
              Role::quasi_identifying);
    EXPECT_EQ(roles_of(column_of("weight_gram", 1000, survey)).at("weight_gram"),
              Role::quasi_identifying);
    const auto around_one = [](std::size_t row) { return fmt::format("0.{}5", row % 10 + 1); };
    EXPECT_EQ(roles_of(column_of("weight", 1000, around_one)).at("weight"), Role::identifying);
    const auto baby = [](std::size_t row) { return fmt::format("{}.{}", row % 5 + 1, row % 9); };
    EXPECT_EQ(roles_of(column_of("weight", 1000, baby)).at("weight"), Role::quasi_identifying);
    const auto of_strata = [](std::size_t row) { return fmt::format("{}.67", 16 + row % 10); };
    EXPECT_EQ(roles_of(column_of("weight", 1000, of_strata)).at("weight"), Role::identifying);
    EXPECT_EQ(roles_of(column_of("weight", 20, of_strata)).at("weight"), Role::quasi_identifying);
    const auto same = [](std::size_t) { return std::string("1"); };
    EXPECT_EQ(roles_of(column_of("pweight", 100, same)).at("pweight"), Role::insensitive);
    const auto rare = [](std::size_t row) { return std::to_string(12285 + row * 7919 % 100003); };
    EXPECT_EQ(roles_of(column_of("fnlwgt", 1000, rare)).at("fnlwgt"), Role::identifying);
}

TEST(Inspect, TakesAFewOutcomesAsSensitive) {
    const auto of_two = [](std::size_t row) {
        return std::string(row % 3 == 0 ? "<=50K" : ">50K");
    };
    for (const char* name : {"class", "Label", "target", "OUTCOME"}) {
        EXPECT_EQ(roles_of(column_of(name, 100, of_two)).at(name), Role::sensitive) << name;
    }
    const auto of_many = [](std::size_t row) { return fmt::format("c{}", row % 40); };
    EXPECT_NE(roles_of(column_of("class", 400, of_many)).at("class"), Role::sensitive);
    const auto cabin = [](std::size_t row) { return std::string(row % 2 == 0 ? "First" : "crew"); };
    EXPECT_EQ(roles_of(column_of("class", 100, cabin)).at("class"), Role::quasi_identifying);
    const auto school = [](std::size_t row) { return fmt::format("{}b", row % 9 + 1); };
    EXPECT_EQ(roles_of(column_of("class", 100, school)).at("class"), Role::quasi_identifying);
    const auto same = [](std::size_t) { return std::string("no"); };
    EXPECT_EQ(roles_of(column_of("class", 100, same)).at("class"), Role::insensitive);
}

TEST(Inspect, TakesAFewWordsOfConsentAsInsensitive) {
    const auto flag = [](std::size_t row) { return std::string(row % 3 == 0 ? "yes" : "no"); };
    EXPECT_EQ(roles_of(column_of("Einwilligung", 100, flag)).at("Einwilligung"), Role::insensitive);
    const auto day = [](std::size_t row) { return fmt::format("2020-01-{:02}", row % 9 + 1); };
    EXPECT_EQ(roles_of(column_of("consent", 100, day)).at("consent"), Role::quasi_identifying);
    const auto text = [](std::size_t row) { return fmt::format("by-{}-signed", row); };
    EXPECT_EQ(roles_of(column_of("consent", 100, text)).at("consent"), Role::identifying);
}

TEST(Inspect, DeathAndDiagnosesAreNeverInsensitive) {
    const auto flag = [](std::size_t row) { return std::string(row % 9 == 0 ? "Y" : "?"); };
    EXPECT_EQ(roles_of(column_of("DIED", 100, flag)).at("DIED"), Role::quasi_identifying);
    EXPECT_EQ(roles_of(column_of("deceased", 100, flag)).at("deceased"), Role::quasi_identifying);
    const auto code = [](std::size_t row) { return std::to_string(row % 400 + 200); };
    EXPECT_EQ(roles_of(column_of("ICD9CODX", 900, code)).at("ICD9CODX"), Role::sensitive);
}

Table visits() {
    std::string rows;
    for (int row = 0; row < 200; ++row) {
        rows += "p" + std::to_string(row / 4) + " " + std::to_string(20 + row % 50) + " " +
                std::to_string(row % 7) + " " + std::to_string(row * 13 % 97) + ";";
    }
    return test::table_of("patient_id age ward charges", rows);
}

TEST(Inspect, NamesPersonsAndWritesThemIntoThePolicy) {
    const Inspection seen = inspect(visits());
    ASSERT_TRUE(seen.person);
    EXPECT_EQ(seen.person->column, "patient_id");
    EXPECT_EQ(seen.person->persons, 50U);
    EXPECT_EQ(seen.person->rows, 200U);
    EXPECT_EQ(seen.columns[0].role, Role::identifying);
    const Policy policy = suggested_policy(seen);
    EXPECT_EQ(policy.person, "patient_id");
    EXPECT_EQ(parse_policy(policy_text(policy), "p.yaml").person, "patient_id");
}

TEST(Inspect, SaysWhatSinglesOutAmongWhatIsNotWithheld) {
    const Inspection seen = inspect(visits());
    ASSERT_FALSE(seen.singling_sets.empty());
    for (const SinglingSet& set : seen.singling_sets) {
        EXPECT_EQ(std::count(set.columns.begin(), set.columns.end(), "patient_id"), 0);
        EXPECT_DOUBLE_EQ(set.unique_share, static_cast<double>(set.unique_rows) / 200);
    }
    EXPECT_EQ(seen.singling_sets.back().unique_rows, 200U);
}

TEST(Inspect, WarnsOfWhatIsReleasedAsItIsAndOfWhatNobodyKnows) {
    const Inspection seen = inspect(visits());
    ASSERT_EQ(seen.warnings.size(), 3U);
    EXPECT_EQ(seen.warnings[0].code, "singles-out");
    EXPECT_EQ(seen.warnings[0].columns, (std::vector<std::string>{"charges"}));
    EXPECT_EQ(seen.warnings[1].code, "exact-amounts");
    EXPECT_EQ(seen.warnings[1].columns, (std::vector<std::string>{"charges"}));
    EXPECT_EQ(seen.warnings[2].code, "unknown-roles");
    EXPECT_EQ(seen.warnings[2].columns, (std::vector<std::string>{"ward"}));
}

TEST(Inspect, FreeTextOfASensitiveKindIsWithheld) {
    const auto text = [](std::size_t row) { return "text" + std::to_string(row); };
    EXPECT_EQ(roles_of(column_of("diagnosis", 100, text)).at("diagnosis"), Role::identifying);
}

TEST(Inspect, DatesAreQuasiIdentifying) {
    const auto suggestions =
        suggest_columns(test::table_of("when", "2020-01-02; 2020-01-03; 2020-02-02"));
    EXPECT_EQ(suggestions[0].role, Role::quasi_identifying);
    EXPECT_EQ(suggestions[0].hierarchy.form, HierarchySpec::Form::date);
}

TEST(Inspect, TimesAreQuasiIdentifyingAndKnownAsSuch) {
    const auto suggestions = suggest_columns(
        Table({test::column_of("came", {"2020-01-02 10:00:00", "2020-01-03 11:30:00"})}, 2));
    EXPECT_EQ(suggestions[0].type, ValueType::datetime);
    EXPECT_EQ(suggestions[0].role, Role::quasi_identifying);
    EXPECT_EQ(suggestions[0].hierarchy.form, HierarchySpec::Form::date);
}

TEST(Inspect, CodesAreMaskedAndPostalCodesEvenWhereTheyAreFew) {
    std::vector<std::string> codes;
    std::vector<std::string> postcodes;
    std::vector<std::string> bands;
    for (int number = 0; number < 130; ++number) {
        codes.push_back("A" + std::to_string(number % 13) + "-345");
        postcodes.emplace_back(number % 2 == 0 ? "SW1A 1AA" : "M1 1AE");
        bands.emplace_back(number % 2 == 0 ? "A1" : "B12");
    }
    const auto suggestions = suggest_columns(Table({test::column_of("unit", codes),
                                                    test::column_of("postcode", postcodes),
                                                    test::column_of("band", bands)},
                                                   codes.size()));
    EXPECT_EQ(suggestions[0].hierarchy.form, HierarchySpec::Form::mask);
    EXPECT_TRUE(suggestions[0].hierarchy.mask_parts);
    EXPECT_EQ(suggestions[1].hierarchy.form, HierarchySpec::Form::mask);
    EXPECT_TRUE(suggestions[1].hierarchy.mask_parts);
    EXPECT_EQ(suggestions[2].hierarchy.form, HierarchySpec::Form::flat) << "few are sets";
}

TEST(Inspect, SuggestsHierarchies) {
    const auto suggestions =
        suggest_columns(test::table_of("age zip postcode sex",
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
    EXPECT_EQ(policy.privacy.at(0).parameters.at("k"), 5);
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
    EXPECT_NE(text.find("  # fixed levels: hierarchy: {intervals: ["), std::string::npos) << text;
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
