// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/table/row_types.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace kanon {
namespace {

using test::table_of;

Table patients() {
    return table_of(
        "patient_id age zip sex disease",
        "p1 30 01301 F flu; p2 31 01301 M cold; p3 32 01302 F flu; p4 45 01302 M ulcer;"
        "p5 46 01303 F flu; p6 47 01303 M cold; p7 60 01304 F ulcer; p8 61 01304 M flu");
}

Policy with_k(double k) {
    Policy policy;
    policy.privacy.push_back(
        {.model = "k-anonymity", .parameters = {{"k", k}}, .attribute = "", .kind = ""});
    return policy;
}

Problem bound(const std::string& yaml, Table table = patients()) {
    return bind(std::move(table), parse_policy(yaml, "p.yaml"), RunContext{});
}

/// What the refusal says; checks its code.
std::string refusal(const std::string& yaml, ErrorCode code, Table table = patients()) {
    try {
        static_cast<void>(bound(yaml, std::move(table)));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        return error.what();
    }
    return "accepted";
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

bool assumed(const Problem& problem, std::string_view part) {
    return std::any_of(problem.assumptions.begin(), problem.assumptions.end(), [&](const auto& l) {
        return contains(l, part);
    });
}

constexpr const char* kRoles = R"(attributes:
  patient_id: {role: identifying}
  age: {role: quasi-identifying}
  zip: {role: quasi-identifying}
  sex: {role: quasi-identifying, hierarchy: flat}
  disease: {role: sensitive}
)";

TEST(Bind, WithoutAPolicySuggestsAndSaysSo) {
    const Problem problem = bind(patients(), Policy{}, RunContext{});
    EXPECT_EQ(problem.k, 5U);
    EXPECT_TRUE(assumed(problem, "k is 5"));
    ASSERT_EQ(problem.quasi_identifiers.size(), 3U);
    EXPECT_EQ(problem.quasi_identifiers[0].name, "age");
    EXPECT_EQ(problem.quasi_identifiers[1].name, "zip");
    EXPECT_EQ(problem.quasi_identifiers[2].name, "sex");
    EXPECT_FALSE(problem.quasi_identifiers[0].hierarchy_given);
    EXPECT_EQ(problem.withheld, (std::vector<std::size_t>{0}));
    EXPECT_EQ(problem.sensitive, (std::vector<std::size_t>{4}));
    EXPECT_TRUE(assumed(problem, "'patient_id' is dropped as identifying: name suggests"));
    EXPECT_TRUE(assumed(problem, "default hierarchies: 'age' {intervals: ["));
    EXPECT_TRUE(assumed(problem, "'zip' {mask: right}"));
    EXPECT_TRUE(assumed(problem, "no l-diversity is asked for"));
    EXPECT_EQ(problem.row_types().row_count(), 8U);
    EXPECT_EQ(problem.least_class_rows(), 5U);
}

TEST(Bind, AFullPolicyLeavesNothingToAssumeButTheHierarchies) {
    const Problem problem =
        bound(std::string(kRoles) +
              "privacy: {k-anonymity: 2, l-diversity: {attribute: disease, l: 2}}\n"
              "suppression: {max: 30%, rows: drop}\nobjective: dm\n");
    ASSERT_EQ(problem.assumptions.size(), 1U);
    EXPECT_TRUE(assumed(problem, "default hierarchies: 'age'"));
    EXPECT_FALSE(assumed(problem, "'sex'"));
    EXPECT_EQ(problem.suppression_limit, 2U);
    EXPECT_EQ(problem.suppressed, SuppressedRows::drop);
    EXPECT_EQ(problem.objective, Objective::dm);
    ASSERT_EQ(problem.models.size(), 2U);
    EXPECT_EQ(problem.models[0]->name(), "k-anonymity");
    EXPECT_EQ(problem.models[1]->describe(), "distinct 2-diversity of disease");
    EXPECT_EQ(problem.tracked_columns, (std::vector<std::size_t>{4}));
    ASSERT_EQ(problem.row_types().histograms.size(), 1U);
    EXPECT_EQ(problem.row_types().histograms[0].domain_size, 3U);
}

TEST(Bind, ModelsAreToldTheHierarchyOfTheirAttribute) {
    const std::string roles =
        "attributes: {age: {role: quasi-identifying}, sex: {role: insensitive}, zip: {role: "
        "insensitive}, patient_id: {role: identifying}, disease: {role: sensitive, hierarchy: "
        "{tree: {lungs: [flu, cold], stomach: [ulcer]}}}}\n";
    const Problem problem = bound(roles +
                                  "privacy: {k-anonymity: 2, t-closeness: {kind: hierarchical, t: "
                                  "0.4}, p-sensitive: {kind: extended, p: 2}}");
    ASSERT_EQ(problem.models.size(), 3U);
    // Codes: cold 0, flu 1, ulcer 2; four rows of eight are flu, two each cold and ulcer.
    const std::vector<Code> codes{0, 1};
    const std::vector<std::uint32_t> counts{2, 4};
    const HistogramView lungs{.values = codes, .counts = counts};
    const ClassView view{.rows = 6, .histograms = std::span(&lungs, 1)};
    EXPECT_NEAR(problem.models[1]->achieved(view), 0.25, 1e-12);
    EXPECT_FALSE(problem.models[2]->holds(view));
    EXPECT_EQ(problem.models[2]->best_possible(), 2);
    EXPECT_TRUE(contains(refusal(std::string(kRoles) + "privacy: {t-closeness: {kind: "
                                                       "hierarchical, t: 0.4}}",
                                 ErrorCode::bad_policy),
                         "needs a hierarchy of the attribute"));
}

TEST(Bind, TheKOfAnotherModelIsThatOfTheRelease) {
    const Problem problem = bound(std::string(kRoles) + "privacy: {alpha-k: {alpha: 0.5, k: 3}}\n");
    EXPECT_EQ(problem.k, 3U);
    EXPECT_TRUE(assumed(problem, "k is 3: that of alpha-k"));
    EXPECT_EQ(bound(std::string(kRoles) + "privacy: {alpha-k: 0.5}\n").k, 5U);
}

TEST(Bind, RefusesWhatTheTableBreaksAsOneClass) {
    const std::string half = std::string(kRoles) + "privacy: {k-anonymity: 2, alpha-k: 0.4}\n";
    EXPECT_TRUE(contains(refusal(half, ErrorCode::infeasible),
                         "the whole table as one class has 0.5 of 0.4"));
    EXPECT_EQ(refusal(half + "suppression: {max: 2}", ErrorCode::infeasible), "accepted")
        << "suppressed rows may be those of the commonest value";
    EXPECT_EQ(refusal(half + "recoding: freeform", ErrorCode::infeasible), "accepted");
    EXPECT_TRUE(contains(
        refusal(std::string(kRoles) + "privacy: {k-anonymity: 2, l-diversity: {kind: entropy, l: "
                                      "2.9}}\n",
                ErrorCode::infeasible),
        "cannot be kept without suppression"));
}

TEST(Bind, TheSpelledOutPolicyBindsToTheSameProblem) {
    const Problem once = bind(patients(), with_k(2), RunContext{});
    const Problem again =
        bind(patients(), parse_policy(policy_text(once.policy), "again"), RunContext{});
    EXPECT_EQ(policy_text(again.policy), policy_text(once.policy));
    ASSERT_EQ(again.quasi_identifiers.size(), once.quasi_identifiers.size());
    for (std::size_t j = 0; j < once.quasi_identifiers.size(); ++j) {
        const Hierarchy& a = once.quasi_identifiers[j].hierarchy;
        const Hierarchy& b = again.quasi_identifiers[j].hierarchy;
        ASSERT_EQ(a.height(), b.height());
        for (Level level = 0; level <= a.height(); ++level) {
            EXPECT_EQ(a.level_map(level), b.level_map(level));
        }
    }
    EXPECT_EQ(again.withheld, once.withheld);
    EXPECT_TRUE(assumed(again, "default hierarchies"));  // which nobody asked for
}

TEST(Bind, ThePolicyWinsOverWhatANameSuggests) {
    const Problem problem = bound(
        "attributes: {patient_id: {role: insensitive}, zip: {role: insensitive}}\n"
        "privacy: {k-anonymity: 2}");
    EXPECT_TRUE(problem.withheld.empty());
    EXPECT_EQ(problem.quasi_identifiers.size(), 2U);
}

TEST(Bind, GroupsManyAssumptionsInOneLine) {
    const Table table = table_of("age sex zip city race education job",
                                 "1 F 11 A x p q; 2 M 12 B y p q; 3 F 13 A x r s");
    const Problem problem = bind(table, with_k(2), RunContext{});
    EXPECT_TRUE(assumed(problem,
                        "generalized as quasi-identifying by name, type and values: 'age', 'sex', "
                        "'zip', 'city', 'race', 'education', 'job'"));
}

TEST(Bind, NumbersAreRecodedByRangeUnlessAHierarchyIsGiven) {
    for (const char* hierarchy : {"{intervals: [5, 10]}", "{mask: right}", "flat"}) {
        const Problem given = bound("attributes: {age: {role: quasi-identifying, hierarchy: " +
                                    std::string(hierarchy) + "}}\nprivacy: {k-anonymity: 2}");
        EXPECT_FALSE(given.quasi_identifiers[0].recode_range) << hierarchy;
        EXPECT_TRUE(given.quasi_identifiers[0].labels_asked) << hierarchy;
    }
    const Problem made_up = bound(
        "attributes: {age: {role: quasi-identifying, hierarchy: auto}}\n"
        "privacy: {k-anonymity: 2}");
    EXPECT_TRUE(made_up.quasi_identifiers[0].recode_range);
    EXPECT_FALSE(made_up.quasi_identifiers[0].labels_asked);
    const Problem problem = bound(
        "attributes:\n"
        "  age: {role: quasi-identifying, hierarchy: {tree: {young: [30, 31, 32], old: [45, 46, "
        "47, "
        "60, 61]}}}\n"
        "  zip: {role: quasi-identifying}\n"
        "privacy: {k-anonymity: 2}");
    EXPECT_FALSE(problem.quasi_identifiers[0].recode_range);
    EXPECT_FALSE(problem.quasi_identifiers[1].recode_range);  // text: leading zeros
    EXPECT_TRUE(problem.quasi_identifiers[0].hierarchy_given);
    const Problem ranges = bound(
        "attributes:\n"
        "  age: {role: quasi-identifying, recode: range, hierarchy: {tree: {young: [30, 31, 32], "
        "old: [45, 46, 47, 60, 61]}}}\n"
        "privacy: {k-anonymity: 2}");
    EXPECT_TRUE(ranges.quasi_identifiers[0].recode_range);
    const Problem plain = bound("attributes: {age: {}}\nprivacy: {k-anonymity: 2}");
    EXPECT_TRUE(plain.quasi_identifiers[0].recode_range);
    const Problem never =
        bound("attributes: {age: {recode: hierarchy}}\nprivacy: {k-anonymity: 2}");
    EXPECT_FALSE(never.quasi_identifiers[0].recode_range);
    EXPECT_TRUE(contains(refusal("attributes: {sex: {recode: range}}", ErrorCode::bad_policy),
                         "1:14: 'sex': recode: range needs numbers or dates"));
}

TEST(Bind, LevelsBoundTheLattice) {
    const Problem problem = bound(
        "attributes:\n"
        "  age: {role: quasi-identifying, hierarchy: {intervals: [5, 10]}, levels: [1, 2]}\n"
        "  zip: {role: insensitive}\n"
        "  sex: {role: quasi-identifying, weight: 0.5}\n"
        "privacy: {k-anonymity: 2}");
    EXPECT_EQ(problem.lattice().bottom(), (Node{1, 0}));
    EXPECT_EQ(problem.lattice().top(), (Node{2, 1}));
    EXPECT_EQ(problem.quasi_identifiers[1].weight, 0.5);
    const std::vector<RecodedAttribute> recoded = problem.recoded_attributes();
    ASSERT_EQ(recoded.size(), 2U);
    EXPECT_EQ(recoded[1].column, 3U);
    EXPECT_EQ(recoded[1].hierarchy, &problem.quasi_identifiers[1].hierarchy);
    EXPECT_TRUE(contains(
        refusal("attributes:\n  sex: {role: quasi-identifying, hierarchy: flat, levels: [0, 2]}",
                ErrorCode::bad_policy),
        "p.yaml:2:3: 'sex': levels go up to 2, but the hierarchy has 1 above the values"));
}

TEST(Bind, CountsDistinctPersons) {
    const Table visits = table_of("who age", "a 30; a 30; b 31; c 31; c 32; d 32");
    const std::string yaml =
        "attributes: {age: {role: quasi-identifying}}\nprivacy: {k-anonymity: 4}\nperson: who";
    const Problem problem = bound(yaml, visits);
    EXPECT_EQ(problem.withheld, (std::vector<std::size_t>{0}));
    EXPECT_EQ(problem.tracked_columns, (std::vector<std::size_t>{0}));
    EXPECT_EQ(problem.models[0]->describe(), "4-anonymity of distinct who");
    EXPECT_TRUE(assumed(problem, "'who' is dropped as identifying: persons are counted by it"));
    const std::string more =
        "attributes: {age: {role: quasi-identifying}}\nprivacy: {k-anonymity: 5}\nperson: who";
    EXPECT_TRUE(contains(refusal(more, ErrorCode::infeasible, visits),
                         "'who': 5-anonymity of distinct who cannot be kept: the whole table has "
                         "only 4 distinct values"));
    EXPECT_TRUE(contains(refusal(yaml + "o", ErrorCode::bad_policy, visits),
                         "'whoo': the table has no such column, named under person (did you mean "
                         "'who'?)"));
}

const char* const kTwoPatients =
    "p1 30 1; p1 30 1; p1 30 1; p1 30 1; p1 30 1; p2 40 2; p2 40 2; p2 40 2; p2 40 2; p2 40 2";

bool warned(const Problem& problem, std::string_view code, const std::string& column) {
    return std::any_of(problem.warnings.begin(), problem.warnings.end(), [&](const Warning& w) {
        return w.code == code &&
               std::find(w.columns.begin(), w.columns.end(), column) != w.columns.end();
    });
}

TEST(Bind, WithoutAPolicyPersonsAreCountedByTheirNumber) {
    const Table table = table_of("patient_id age zip", kTwoPatients);
    const Problem problem = bind(table, with_k(2), RunContext{});
    EXPECT_EQ(problem.policy.person, "patient_id");
    EXPECT_EQ(problem.models[0]->describe(), "2-anonymity of distinct patient_id");
    EXPECT_EQ(problem.withheld, (std::vector<std::size_t>{0}));
    EXPECT_TRUE(assumed(problem,
                        "persons are counted by 'patient_id', which is dropped: name suggests "
                        "person's record number; 2 values in 10 rows"));
    EXPECT_FALSE(warned(problem, "person-unnamed", "patient_id"));
    try {
        static_cast<void>(bind(table, with_k(5), RunContext{}));
        FAIL() << "two patients are called five persons";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::infeasible) << error.what();
    }
}

TEST(Bind, APolicyWithoutPersonsIsWarnedOf) {
    const Table table = table_of("patient_id age zip", kTwoPatients);
    const Problem problem = bound(
        "attributes:\n  patient_id: {role: identifying}\n  age: {role: quasi-identifying}\n"
        "  zip: {role: quasi-identifying}\nprivacy: {k-anonymity: 5}\n",
        table);
    EXPECT_TRUE(problem.policy.person.empty());
    EXPECT_TRUE(warned(problem, "person-unnamed", "patient_id"));
    const Problem named = bound(
        "attributes: {age: {role: quasi-identifying}}\nprivacy: {k-anonymity: 2}\n"
        "person: patient_id\n",
        table);
    EXPECT_FALSE(warned(named, "person-unnamed", "patient_id"));
}

TEST(Bind, AColumnWithAPartOfItsOwnCountsNoPersons) {
    const Table table = table_of("patient_id age zip", kTwoPatients);
    Policy policy = with_k(2);
    policy.attribute("patient_id").role = Role::sensitive;
    const Problem problem = bind(table, policy, RunContext{});
    EXPECT_TRUE(problem.policy.person.empty());
    EXPECT_TRUE(warned(problem, "person-unnamed", "patient_id"));
}

TEST(Bind, WarnsOfColumnsReleasedAsTheyAreThatSingleOut) {
    const Table table = table_of("age a b disease", "30 1 1 x; 30 1 2 x; 31 2 1 x; 31 2 2 y");
    const Problem problem = bound(
        "attributes:\n  age: {role: quasi-identifying}\n  a: {role: insensitive}\n"
        "  b: {role: insensitive}\n  disease: {role: sensitive}\nprivacy: {k-anonymity: 2}\n",
        table);
    EXPECT_TRUE(warned(problem, "singles-out", "disease"));
    ASSERT_FALSE(problem.warnings.empty());
    EXPECT_EQ(
        problem.warnings[0].text,
        "4 of 4 rows can be singled out by unprotected columns: fewer than 2 rows share their "
        "values, 1 of them by 'disease'");
    const Problem fine = bound(
        "attributes:\n  age: {role: quasi-identifying}\n  a: {role: insensitive}\n"
        "  b: {role: quasi-identifying}\n  disease: {role: quasi-identifying}\n"
        "privacy: {k-anonymity: 2}\n",
        table);
    EXPECT_FALSE(warned(fine, "singles-out", "a"));
}

TEST(Bind, SaysWhichColumnsWereTakenForLackOfKnowledge) {
    const Problem problem =
        bind(table_of("age flurb", "30 x; 30 y; 31 x; 31 y"), with_k(2), RunContext{});
    EXPECT_EQ(problem.guessed, (std::vector<std::string>{"flurb"}));
    EXPECT_TRUE(warned(problem, "unknown-roles", "flurb"));
    EXPECT_TRUE(assumed(problem, "'flurb' is treated as quasi-identifying (meaning unknown)"));
}

TEST(Bind, FindsTheClassAttribute) {
    EXPECT_EQ(bound(std::string(kRoles) + "privacy: {k-anonymity: 2}").class_attribute,
              std::nullopt);
    EXPECT_EQ(
        bound("attributes: {disease: {class: true}}\nprivacy: {k-anonymity: 2}").class_attribute,
        std::size_t{4});
}

TEST(Bind, TracksTheClassAttributeAfterTheColumnsOfTheModels) {
    const Problem beside = bound(
        "attributes: {zip: {role: insensitive, class: true}, disease: {role: sensitive}}\n"
        "privacy: {k-anonymity: 2, l-diversity: 2}\nobjective: cm");
    EXPECT_EQ(beside.tracked_columns, (std::vector<std::size_t>{4, 2}));
    EXPECT_EQ(beside.models[1]->tracked(), std::size_t{0});
    EXPECT_EQ(beside.class_place, std::size_t{1});
    EXPECT_EQ(beside.row_types().histograms.size(), 2U);
    const Problem same = bound(
        "attributes: {disease: {role: sensitive, class: true}}\n"
        "privacy: {k-anonymity: 2, l-diversity: 2}");
    EXPECT_EQ(same.tracked_columns, (std::vector<std::size_t>{4}));
    EXPECT_EQ(same.class_place, std::size_t{0});
    const Problem none = bound(std::string(kRoles) + "privacy: {k-anonymity: 2}");
    EXPECT_TRUE(none.tracked_columns.empty());
    EXPECT_EQ(none.class_place, std::nullopt);
    // A sensitive class attribute is tracked, yet no more protected than without.
    EXPECT_TRUE(assumed(bound("attributes: {disease: {role: sensitive, class: true}}\n"
                              "privacy: {k-anonymity: 2}"),
                        "no l-diversity is asked for"));
}

TEST(Bind, RefusesAClassAttributeThatNoReleaseHas) {
    EXPECT_EQ(refusal("attributes:\n  diseas: {class: true}", ErrorCode::bad_policy),
              "p.yaml:2:3: 'diseas': the table has no such column, named under class (did you mean "
              "'disease'?)");
    for (const char* zip : {"{role: quasi-identifying, class: true}", "{class: true}"}) {
        EXPECT_TRUE(contains(
            refusal(std::string("attributes:\n  zip: ") + zip + "\nprivacy: {k-anonymity: 2}",
                    ErrorCode::bad_policy),
            "p.yaml:2:3: 'zip': the class attribute cannot be quasi-identifying, "
            "for its labels are released as they are; give it `role: sensitive`"));
    }
    EXPECT_TRUE(contains(refusal("attributes: {patient_id: {role: identifying, class: true}}",
                                 ErrorCode::bad_policy),
                         "'patient_id': the class attribute cannot be identifying, for no release "
                         "would have its labels"));
    EXPECT_TRUE(contains(refusal(std::string(kRoles) + "privacy: {k-anonymity: 2}\nobjective: cm",
                                 ErrorCode::bad_policy),
                         "the objective 'cm' needs a class attribute, and no column is; give one "
                         "`class: true` (--class)"));
}

TEST(Bind, TakesTheOnlySensitiveAttributeForDiversity) {
    const Problem problem =
        bound(std::string(kRoles) + "privacy: {k-anonymity: 2, l-diversity: 2}");
    EXPECT_EQ(problem.models[1]->describe(), "distinct 2-diversity of disease");
    EXPECT_EQ(problem.policy.privacy[1].attribute, "disease");
    EXPECT_TRUE(
        contains(refusal("attributes:\n  disease: {role: sensitive}\n  sex: {role: sensitive}\n"
                         "privacy: {k-anonymity: 2, l-diversity: 2}",
                         ErrorCode::bad_policy),
                 "l-diversity does not say which sensitive attribute it protects; name one of sex, "
                 "disease"));
    EXPECT_TRUE(contains(refusal("attributes: {disease: {role: insensitive}}\n"
                                 "privacy: {k-anonymity: 2, l-diversity: 2}",
                                 ErrorCode::bad_policy),
                         "l-diversity needs a sensitive attribute, and no column is"));
}

TEST(Bind, DiversityMakesItsAttributeSensitive) {
    const Problem problem = bound(
        "attributes: {age: {}}\n"
        "privacy: {k-anonymity: 2, l-diversity: {attribute: disease, l: 2}}");
    EXPECT_EQ(problem.sensitive, std::vector<std::size_t>{4});
    EXPECT_TRUE(
        contains(refusal("attributes: {sex: {role: quasi-identifying}}\n"
                         "privacy: {k-anonymity: 2, l-diversity: {attribute: sex, l: 2}}",
                         ErrorCode::bad_policy),
                 "p.yaml:1:14: 'sex': l-diversity protects it, but its role is quasi-identifying"));
}

TEST(Bind, AModelReleasesNoColumnThatItsNameOrValuesProtect) {
    const std::string of_age = refusal(
        "attributes: {sex: {}}\n"
        "privacy: {k-anonymity: 2, l-diversity: {attribute: age, l: 2}}",
        ErrorCode::bad_policy);
    EXPECT_TRUE(contains(of_age, "'age': l-diversity would take it as sensitive")) << of_age;
    EXPECT_TRUE(contains(of_age, "say which it is: sensitive (`role: sensitive`, --sensitive age)"))
        << of_age;
    const std::string joined = refusal(
        "attributes: {sex: {}}\n"
        "privacy: {k-anonymity: 2, l-diversity: {attribute: disease, l: 2, with: zip}}",
        ErrorCode::bad_policy);
    EXPECT_TRUE(contains(joined, "'zip': l-diversity would take it as sensitive")) << joined;
    const std::string number = refusal(
        "attributes: {sex: {}}\n"
        "privacy: {k-anonymity: 2, t-closeness: {attribute: patient_id, t: 0.5}}",
        ErrorCode::bad_policy);
    EXPECT_TRUE(contains(number, "where it would be withheld")) << number;
    const Problem said = bound(
        "attributes: {age: {role: sensitive}}\n"
        "privacy: {k-anonymity: 2, l-diversity: {attribute: age, l: 2}}");
    EXPECT_FALSE(assumed(said, "'age'"));
}

TEST(Bind, AModelOnAColumnOfUnknownMeaningIsSaid) {
    const Problem problem = bound(
        "attributes: {age: {}}\nprivacy: {k-anonymity: 2, l-diversity: {attribute: v7, l: 2}}",
        table_of("age v7", "30 a; 30 b; 31 a; 31 b"));
    EXPECT_EQ(problem.sensitive, std::vector<std::size_t>{1});
    EXPECT_TRUE(assumed(problem, "'v7' is not generalized, as sensitive: l-diversity names it"));
}

TEST(Bind, RolesGivenOverThePolicyAreSaidWhereTheyProtectLess) {
    Policy policy = parse_policy(std::string(kRoles) + "privacy: {k-anonymity: 2}", "p.yaml");
    policy.give_role("age", Role::sensitive, "--sensitive");
    policy.give_role("patient_id", Role::quasi_identifying, "--qi");
    policy.give_role("sex", Role::identifying, "--drop");
    const Problem problem = bind(patients(), policy, RunContext{});
    EXPECT_TRUE(assumed(problem,
                        "'age' is not generalized, as sensitive: --sensitive says so, in place "
                        "of the policy's quasi-identifying"));
    EXPECT_TRUE(assumed(problem, "in place of the policy's identifying"));
    EXPECT_FALSE(assumed(problem, "'sex'"));
    EXPECT_TRUE(problem.policy.find("age")->role_source.given_by.empty());
}

TEST(Bind, RolesGivenOverASuggestionAreSaidWhereTheyProtectLess) {
    Policy policy = with_k(2);
    policy.give_role("age", Role::insensitive, "--keep");
    policy.give_role("disease", Role::sensitive, "--sensitive");
    const Problem problem = bind(patients(), policy, RunContext{});
    EXPECT_TRUE(assumed(problem,
                        "'age' is not generalized, as insensitive: --keep says so; without it, "
                        "it is generalized as quasi-identifying (name suggests"));
    EXPECT_FALSE(assumed(problem, "'disease' is"));
}

TEST(Bind, PutsKAnonymityFirstAndOnce) {
    const Problem problem =
        bound(std::string(kRoles) + "privacy: {l-diversity: 2, k-anonymity: 3}");
    EXPECT_EQ(problem.models[0]->name(), "k-anonymity");
    EXPECT_EQ(problem.k, 3U);
    Policy twice = with_k(2);
    twice.privacy.push_back(twice.privacy[0]);
    EXPECT_THROW(static_cast<void>(bind(patients(), twice, RunContext{})), Error);
    EXPECT_THROW(static_cast<void>(bind(patients(), with_k(1), RunContext{})), Error);
}

TEST(Bind, RefusesWhatTheTableLacks) {
    EXPECT_EQ(refusal("attributes:\n  age: {}\n  diseas: {role: sensitive}", ErrorCode::bad_policy),
              "p.yaml:3:3: 'diseas': the table has no such column, named under attributes (did you "
              "mean 'disease'?)");
    EXPECT_TRUE(
        contains(refusal("attributes: {age: {}}\n"
                         "privacy: {l-diversity: {attribute: diseaze, l: 2}}",
                         ErrorCode::bad_policy),
                 "'diseaze': the table has no such column, named under l-diversity (did you "
                 "mean 'disease'?)"));
}

TEST(Bind, RefusesATableWithoutQuasiIdentifiers) {
    EXPECT_TRUE(contains(
        refusal("attributes: {x: {role: insensitive}}\nprivacy: {k-anonymity: 2}",
                ErrorCode::bad_policy,
                table_of("x", "1; 2; 3")),
        "no column is quasi-identifying, so there is nothing to generalize; give the columns"));
}

TEST(Bind, RefusesWeightsThatAreAllZero) {
    EXPECT_TRUE(contains(refusal("attributes: {x: {role: quasi-identifying, weight: 0}}\n"
                                 "privacy: {k-anonymity: 2}",
                                 ErrorCode::bad_policy,
                                 table_of("x", "1; 2; 3")),
                         "weight 0"));
}

TEST(Bind, RefusesPromisesThatNoReleaseKeeps) {
    EXPECT_EQ(
        refusal(std::string(kRoles) + "privacy: {k-anonymity: 9}", ErrorCode::infeasible),
        "the table has 8 rows, fewer than k = 9; no class can have k rows, so choose a smaller "
        "k or more rows");
    EXPECT_EQ(refusal(std::string(kRoles) + "privacy: {k-anonymity: 2, l-diversity: 4}",
                      ErrorCode::infeasible),
              "'disease': distinct 4-diversity of disease cannot be kept: the whole table has only "
              "3 distinct values; choose a smaller l");
    EXPECT_TRUE(contains(
        refusal(
            std::string(kRoles) + "privacy: {k-anonymity: 2, l-diversity: {kind: entropy, l: 3.5}}",
            ErrorCode::infeasible),
        "only 3 distinct values"));
}

TEST(Bind, RefusesAnEmptyTable) {
    EXPECT_TRUE(contains(refusal("attributes: {x: {}}", ErrorCode::bad_input, table_of("x", "")),
                         "no rows"));
}

TEST(Bind, RefusesATypeTheTableDoesNotHave) {
    EXPECT_EQ(refusal("attributes: {zip: {type: integer}}", ErrorCode::bad_policy),
              "p.yaml:1:14: 'zip': declared integer, but the table holds it as text; change the "
              "type, or read the table with it");
}

TEST(Bind, MissingIsAValueUnlessRowsWereToBeDropped) {
    const Table table = table_of("age sex", "30 F; ? F; 31 M; ? M");
    const Problem problem = bound("attributes: {age: {}}\nprivacy: {k-anonymity: 2}", table);
    EXPECT_EQ(problem.quasi_identifiers[0].hierarchy.domain_size(), 3U);
    EXPECT_TRUE(contains(refusal("attributes: {age: {missing: drop}}\nprivacy: {k-anonymity: 2}",
                                 ErrorCode::bad_input,
                                 table),
                         "'age': rows with a missing value are to be dropped"));
}

TEST(Bind, ReadsHierarchyFilesBesideThePolicy) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "kanon-bind-test";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "sex.csv") << "F;person\nM;person\n";
    const std::string yaml =
        "attributes: {sex: {role: quasi-identifying, hierarchy: {file: sex.csv}}}\n"
        "privacy: {k-anonymity: 2}";
    const Problem problem =
        bind(patients(), parse_policy(yaml, (folder / "p.yaml").string()), RunContext{});
    const QuasiIdentifier& sex = problem.quasi_identifiers.back();
    EXPECT_EQ(sex.hierarchy.kind(), HierarchyKind::file);
    EXPECT_EQ(sex.hierarchy.text(1, 0), "person");
    std::ofstream(folder / "sex.csv") << "F;person\n";
    try {
        static_cast<void>(
            bind(patients(), parse_policy(yaml, (folder / "p.yaml").string()), RunContext{}));
        FAIL() << "took a hierarchy that does not cover the data";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_hierarchy);
        EXPECT_FALSE(contains(error.what(), "'M'")) << error.what();
    }
    std::filesystem::remove_all(folder);
    EXPECT_THROW(static_cast<void>(bind(
                     patients(), parse_policy(yaml, (folder / "p.yaml").string()), RunContext{})),
                 Error);
}

TEST(Bind, StopsWhenCancelled) {
    const std::atomic<bool> cancel{true};
    RunContext context;
    context.cancel = &cancel;
    EXPECT_THROW(static_cast<void>(bind(patients(), with_k(2), context)), Error);
}

TEST(Bind, DoesNotDependOnThreads) {
    constexpr std::size_t kRows = 2 * kParallelRows + 1000;  // fewer are no work for two threads
    std::string rows;
    for (std::size_t row = 0; row < kRows; ++row) {
        rows += (row == 0 ? "" : "; ") + std::to_string(row * 7919 % 101) + " " +
                std::to_string(row * 31 % 50021) + (row % 3 == 0 ? " F d" : " M d") +
                std::to_string(row * 13 % 17);
    }
    const Table table = table_of("age zip sex disease", rows);
    Policy policy = parse_policy(
        "attributes:\n  age: {role: quasi-identifying}\n  zip: {role: quasi-identifying}\n"
        "  sex: {role: quasi-identifying}\n  disease: {role: sensitive}\n"
        "privacy: {k-anonymity: 2, l-diversity: 2}\n",
        "p.yaml");
    RunContext two;
    two.threads = 2;
    const Problem a = bind(table, policy, RunContext{});
    const Problem b = bind(table, policy, two);
    ASSERT_EQ(a.row_types().row_count(), kRows);
    EXPECT_EQ(a.assumptions, b.assumptions);
    EXPECT_EQ(a.type_of_row, b.type_of_row);
    EXPECT_EQ(a.row_types().counts, b.row_types().counts);
    EXPECT_EQ(a.row_types().histograms.at(0).values, b.row_types().histograms.at(0).values);
    EXPECT_EQ(a.row_types().histograms.at(0).counts, b.row_types().histograms.at(0).counts);
    ASSERT_EQ(a.row_types().columns.size(), b.row_types().columns.size());
    for (std::size_t j = 0; j < a.row_types().columns.size(); ++j) {
        for (std::size_t type = 0; type < a.row_types().size(); ++type) {
            ASSERT_EQ(a.row_types().columns[j][type], b.row_types().columns[j][type]) << j;
        }
    }
}

}  // namespace
}  // namespace kanon
