// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace kanon {
namespace {

/// Twice each of these diseases, in two ages.
Table patients(const std::vector<std::string>& diseases,
               std::optional<ValueType> declared = std::nullopt) {
    std::vector<std::string> ages;
    std::vector<std::string> cells;
    for (const std::string age : {"30", "40"}) {
        for (const std::string& disease : diseases) {
            ages.push_back(age);
            cells.push_back(disease);
        }
    }
    return {{test::column_of("age", ages), test::column_of("disease", cells, declared)},
            cells.size()};
}

Problem bound(Table table, const std::string& disease = "{role: sensitive}", int l = 2) {
    const std::string policy = "attributes: {age: {role: quasi-identifying}, disease: " + disease +
                               "}\nprivacy: {k-anonymity: 2, l-diversity: " + std::to_string(l) +
                               "}\n";
    return bind(std::move(table), parse_policy(policy, "p.yaml"), {});
}

std::string refusal(Table table, const std::string& disease = "{role: sensitive}", int l = 2) {
    try {
        static_cast<void>(bound(std::move(table), disease, l));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::infeasible);
        return error.what();
    }
    return "accepted";
}

/// The text of the warning of this code; "" without one.
std::string warned(const Problem& problem, const std::string& code) {
    std::string out;
    for (const Warning& warning : problem.warnings) {
        if (warning.code == code) {
            EXPECT_EQ(out, "") << "one warning a column";
            out = warning.text;
        }
    }
    return out;
}

TEST(BindValues, AMissingValueIsNone) {
    EXPECT_NE(refusal(patients({"flu", "?"})).find("has only 1 distinct value (missing is none)"),
              std::string::npos);
    EXPECT_EQ(refusal(patients({"flu", "cold", "?"})), "accepted");
}

TEST(BindValues, SpellingsOfANumberAreOneValue) {
    for (const auto& spellings : {std::vector<std::string>{"1", "1.0"},
                                  {"1", "1.0", "1.00"},
                                  {"17", "017"},
                                  {"2020-02-17", "2020/02/17"}}) {
        EXPECT_NE(refusal(patients(spellings)).find("only 1 distinct value (notations of one"),
                  std::string::npos)
            << spellings.back();
    }
    EXPECT_EQ(refusal(patients({"17", "18"})), "accepted");
}

TEST(BindValues, AColumnDeclaredTextIsTakenByteForByte) {
    EXPECT_EQ(refusal(patients({"17", "017"}, ValueType::text), "{role: sensitive, type: text}"),
              "accepted");
}

TEST(BindValues, WarnsOfTwinsWithTheirRows) {
    const Problem problem = bound(patients({"HIV", "hiv", "hiv ", "flu"}));
    const std::string warning = warned(problem, "twin-values");
    EXPECT_NE(warning.find("'disease': 3 values of 6 rows"), std::string::npos) << warning;
    EXPECT_EQ(warning.find("hiv"), std::string::npos) << "no value is named";
    EXPECT_EQ(warned(bound(patients({"HIV", "flu"})), "twin-values"), "");
    EXPECT_EQ(warned(bound(patients({"17", "017", "flu"})), "twin-values"), "")
        << "they are one value, so nothing is counted twice";
    EXPECT_NE(warned(bound(patients({"caf\u00E9", "cafe\u0301"})), "twin-values"), "");
}

TEST(BindValues, WarnsOfTwinsByLookNumberAndDate) {
    for (const auto& twins : {std::vector<std::string>{"Asthma", "\u0410sthma"},
                              {"HIV", "H.I.V."},
                              {"10 mg", "10mg"},
                              {"2020-02-28", "28.02.2020"},
                              {"28/02/2020", "28.2.2020"}}) {
        std::vector<std::string> values = twins;
        values.emplace_back("flu");
        EXPECT_NE(warned(bound(patients(values)), "twin-values").find("2 values of 4 rows"),
                  std::string::npos)
            << twins.back();
    }
    EXPECT_NE(warned(bound(patients({"1,000", "1000", "many"})), "twin-values"), "");
    for (const auto& others : {std::vector<std::string>{"HIV+", "HIV-"},
                               {"1.5 mg", "15 mg"},
                               {"E11.9", "E119"},
                               {"01/02/2020", "02/01/2020"}}) {
        EXPECT_EQ(warned(bound(patients(others)), "twin-values"), "") << others.back();
    }
    EXPECT_EQ(warned(bound(patients({"2020-02-28", "2020/02/28", "flu"})), "twin-values"), "")
        << "they are one value, so nothing is counted twice";
}

TEST(BindValues, WarnsOfSpellingsOfUnknown) {
    const Problem problem = bound(patients({"N/A", "unknown", "-", "flu", "cold"}));
    const std::string warning = warned(problem, "unknown-spellings");
    EXPECT_NE(warning.find("'disease': 3 values of 6 rows"), std::string::npos) << warning;
    EXPECT_EQ(warned(bound(patients({"none", "flu"})), "unknown-spellings"), "")
        << "to have none may be a value";
}

TEST(BindValues, PersonsAreCountedAsValuesAre) {
    const auto bound_by = [](const std::vector<std::string>& persons) {
        const std::vector<std::string> ages(persons.size(), "30");
        Table table({test::column_of("age", ages), test::column_of("person", persons)},
                    persons.size());
        return bind(std::move(table),
                    parse_policy("attributes: {age: {role: quasi-identifying}}\nperson: person\n"
                                 "privacy: {k-anonymity: 2}\n",
                                 "p.yaml"),
                    {});
    };
    EXPECT_THROW(static_cast<void>(bound_by({"7", "007", "7.0"})), Error);
    EXPECT_THROW(static_cast<void>(bound_by({"ann", "?", "?"})), Error);
    EXPECT_NE(warned(bound_by({"Ann", "ann", "ben"}), "twin-values"), "");
    EXPECT_NE(warned(bound_by({"ann", "NA", "ben"}), "unknown-spellings"), "");
}

}  // namespace
}  // namespace kanon
