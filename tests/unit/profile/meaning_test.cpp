// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/words/meaning.hpp"

#include "kanon/profile/words/name_words.hpp"

#include <gtest/gtest.h>

namespace kanon::profile {
namespace {

TEST(NameWords, SplitsNamesIntoWords) {
    EXPECT_EQ(words_of_name("Date_de_Naissance"), "_date_de_naissance_");
    EXPECT_EQ(words_of_name("dateDeNaissance"), "_date_de_naissance_");
    EXPECT_EQ(words_of_name("ICD10"), "_icd10_");
    EXPECT_EQ(words_of_name("  Größe (cm) "), "_grosse_cm_");
    EXPECT_EQ(words_of_name("N° Sécurité sociale"), "_n_securite_sociale_");
    EXPECT_EQ(words_of_name("%"), "_");
}

TEST(NameWords, ReadsPastWhatDataMakersAddToAWord) {
    EXPECT_EQ(readings_of_name("RACEX"), (std::vector<std::string>{"_racex_", "_race_"}));
    EXPECT_EQ(readings_of_name("race1"), (std::vector<std::string>{"_race1_", "_race_"}));
    EXPECT_EQ(readings_of_name("DOBYY").at(1), "_dob_");
    EXPECT_EQ(readings_of_name("SEX"), (std::vector<std::string>{"_sex_"}));
    EXPECT_EQ(readings_of_name("x1"), (std::vector<std::string>{"_x1_"}));
    EXPECT_EQ(readings_of_name("%"), (std::vector<std::string>{"_"}));
}

TEST(NameWords, MatchesWholeWordsStartsAndEnds) {
    EXPECT_TRUE(matches_words("birth_date", "_my_birth_date_"));
    EXPECT_FALSE(matches_words("birth", "_birthday_"));
    EXPECT_TRUE(matches_words("birth*", "_birthday_"));
    EXPECT_TRUE(matches_words("*nummer", "_kundennummer_"));
    EXPECT_TRUE(matches_words("=id", "_id_"));
    EXPECT_FALSE(matches_words("=id", "_my_id_"));
}

struct Named {
    const char* name;
    Role role;
};

class NamedRoles : public testing::TestWithParam<Named> {};

TEST_P(NamedRoles, AreReadFromTheName) {
    const std::vector<Meaning> meanings = meanings_of_name(GetParam().name);
    ASSERT_FALSE(meanings.empty()) << GetParam().name;
    const MeaningInfo seen = info(meanings.front());
    EXPECT_EQ(seen.role, GetParam().role) << GetParam().name << ": " << seen.text;
}

constexpr Role kId = Role::identifying;
constexpr Role kQi = Role::quasi_identifying;
constexpr Role kSensitive = Role::sensitive;
constexpr Role kInsensitive = Role::insensitive;

INSTANTIATE_TEST_SUITE_P(Languages,
                         NamedRoles,
                         testing::Values(Named{"E-Mail", kId},
                                         Named{"emailAddress", kId},
                                         Named{"Telefon", kId},
                                         Named{"SSN", kId},
                                         Named{"PatientID", kId},
                                         Named{"patient_id", kId},
                                         Named{"customer number", kId},
                                         Named{"Kundennummer", kId},
                                         Named{"id", kId},
                                         Named{"Nachname", kId},
                                         Named{"first name", kId},
                                         Named{"name", kId},
                                         Named{"prénom", kId},
                                         Named{"apellidos", kId},
                                         Named{"Straße", kId},
                                         Named{"indirizzo", kId},
                                         Named{"ip_address", kId},
                                         Named{"account_no", kId},
                                         Named{"numero_de_compte", kId},
                                         Named{"Geburtsdatum", kQi},
                                         Named{"date of birth", kQi},
                                         Named{"fecha_de_nacimiento", kQi},
                                         Named{"Alter", kQi},
                                         Named{"età", kQi},
                                         Named{"Geschlecht", kQi},
                                         Named{"PLZ", kQi},
                                         Named{"code postal", kQi},
                                         Named{"city_name", kQi},
                                         Named{"Staatsangehörigkeit", kQi},
                                         Named{"marital-status", kQi},
                                         Named{"Familienstand", kQi},
                                         Named{"education-num", kQi},
                                         Named{"Beruf", kQi},
                                         Named{"age_at_diagnosis", kQi},
                                         Named{"disease_name", kSensitive},
                                         Named{"Diagnose", kSensitive},
                                         Named{"maladie", kSensitive},
                                         Named{"religion", kSensitive},
                                         Named{"salary-class", kSensitive},
                                         Named{"Einkommen", kSensitive},
                                         Named{"reddito", kSensitive}));

INSTANTIATE_TEST_SUITE_P(WardsAndStudies,
                         NamedRoles,
                         testing::Values(Named{"HbA1c", kSensitive},
                                         Named{"HBA1C_2", kSensitive},
                                         Named{"fasting_glucose", kSensitive},
                                         Named{"Kreatinin", kSensitive},
                                         Named{"créatinine", kSensitive},
                                         Named{"colesterol total", kSensitive},
                                         Named{"Hämoglobin", kSensitive},
                                         Named{"CRP", kSensitive},
                                         Named{"bmi", kQi},
                                         Named{"LOS", kQi},
                                         Named{"length_of_stay", kQi},
                                         Named{"Verweildauer", kQi},
                                         Named{"durée de séjour", kQi},
                                         Named{"class", kSensitive},
                                         Named{"target", kSensitive},
                                         Named{"consent", kInsensitive},
                                         Named{"Einwilligung", kInsensitive},
                                         Named{"hiv_test_consent", kSensitive},
                                         Named{"consent_date", kQi},
                                         Named{"fnlwgt", kId},
                                         Named{"sampling_weight", kId},
                                         Named{"Hochrechnungsfaktor", kId},
                                         Named{"weight_kg", kQi},
                                         Named{"birth_weight", kQi}));

INSTANTIATE_TEST_SUITE_P(Abbreviations,
                         NamedRoles,
                         testing::Values(Named{"DOBYY", kQi},
                                         Named{"DOBMM", kQi},
                                         Named{"BIRTHYR", kQi},
                                         Named{"MARSTAT", kQi},
                                         Named{"RACEX", kQi},
                                         Named{"RACE1", kQi},
                                         Named{"HISP", kQi},
                                         Named{"GP", kQi},
                                         Named{"hospital", kQi},
                                         Named{"DIED", kQi},
                                         Named{"deceased", kQi},
                                         Named{"EDUC2", kQi},
                                         Named{"OCCUCODE", kQi},
                                         Named{"pid", kId},
                                         Named{"DUPERSID", kId},
                                         Named{"subjid", kId},
                                         Named{"hhid", kId},
                                         Named{"UTILITYID", kId},
                                         Named{"ICD9CODX", kSensitive},
                                         Named{"capital-gain", kSensitive},
                                         Named{"TOTREVENUE", kSensitive}));

TEST(Meanings, SayNothingOfOtherNames) {
    for (const char* name : {"x",
                             "widget",
                             "identity_mapping",
                             "postage",
                             "message",
                             "pagerank",
                             "department",
                             "department_id",
                             "product_id",
                             "first_class",
                             "los_angeles",
                             "targeted",
                             "paid",
                             "valid",
                             "steroid",
                             "Key1",
                             ""}) {
        EXPECT_TRUE(meanings_of_name(name).empty()) << name;
    }
}

TEST(Meanings, KnowPostalCodes) {
    EXPECT_EQ(meanings_of_name("ZIP-Code").front(), Meaning::postal_code);
    EXPECT_NE(meanings_of_name("city").front(), Meaning::postal_code);
}

TEST(Meanings, TellNumbersOfPersonsFromThoseOfHouseholdsAndVisits) {
    EXPECT_EQ(meanings_of_name("patient_id").front(), Meaning::person_number);
    EXPECT_EQ(meanings_of_name("household_id").front(), Meaning::household_number);
    EXPECT_EQ(meanings_of_name("visit_id").front(), Meaning::event_number);
    EXPECT_EQ(meanings_of_name("record_id").front(), Meaning::record_number);
    EXPECT_EQ(meanings_of_name("hospital_id").front(), Meaning::provider);
}

}  // namespace
}  // namespace kanon::profile
