// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/name_hints.hpp"

#include <gtest/gtest.h>

namespace kanon::detail {
namespace {

TEST(NameHints, SplitsNamesIntoWords) {
    EXPECT_EQ(words_of_name("Date_de_Naissance"), "_date_de_naissance_");
    EXPECT_EQ(words_of_name("dateDeNaissance"), "_date_de_naissance_");
    EXPECT_EQ(words_of_name("ICD10"), "_icd10_");
    EXPECT_EQ(words_of_name("  Größe (cm) "), "_grosse_cm_");
    EXPECT_EQ(words_of_name("N° Sécurité sociale"), "_n_securite_sociale_");
    EXPECT_EQ(words_of_name("%"), "_");
}

struct Named {
    const char* name;
    Role role;
};

class NameHintRoles : public testing::TestWithParam<Named> {};

TEST_P(NameHintRoles, AreReadFromTheName) {
    const NameHint hint = hint_of_name(GetParam().name);
    EXPECT_FALSE(hint.meaning.empty()) << GetParam().name;
    EXPECT_EQ(hint.role, GetParam().role) << GetParam().name << ": " << hint.meaning;
}

constexpr Role kId = Role::identifying;
constexpr Role kQi = Role::quasi_identifying;
constexpr Role kSensitive = Role::sensitive;

INSTANTIATE_TEST_SUITE_P(Languages,
                         NameHintRoles,
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

TEST(NameHints, SaysNothingOfOtherNames) {
    for (const char* name : {"x",
                             "widget",
                             "capital-gain",
                             "identity_mapping",
                             "postage",
                             "message",
                             "pagerank",
                             "department",
                             "length_of_stay",
                             ""}) {
        EXPECT_TRUE(hint_of_name(name).meaning.empty()) << name << hint_of_name(name).meaning;
    }
}

TEST(NameHints, KnowsPostalCodes) {
    EXPECT_TRUE(hint_of_name("ZIP-Code").postal_code);
    EXPECT_FALSE(hint_of_name("city").postal_code);
}

}  // namespace
}  // namespace kanon::detail
