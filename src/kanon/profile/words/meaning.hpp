// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/profile/role.hpp"

#include <string_view>
#include <vector>

namespace kanon::profile {

/// What a column is about, as its name has it.
enum class Meaning {
    none,  ///< the name says nothing
    mail_address,
    telephone,
    official_number,   ///< of a person: social security, passport, insurance
    person_number,     ///< tells persons apart: patient, customer, member
    household_number,  ///< tells households apart
    event_number,      ///< tells what happened to persons apart: visits, claims, orders
    record_number,     ///< of what the name does not say
    person_name,
    address,
    online_name,
    likeness,
    birth,
    death,
    age,
    postal_code,
    survey_weight,
    body_weight,
    laboratory,  ///< values measured in blood and the like
    outcome,     ///< what a table was gathered to predict
    health,
    money,
    belief,
    sex,
    place,
    stay,      ///< how long in hospital
    provider,  ///< who treats or teaches: known of a person
    insurance,
    origin,
    family,
    education,
    occupation,
    body,
    date,
    consent,
};

struct MeaningInfo {
    Role role;              ///< that such a column has unless its values speak against it
    std::string_view text;  ///< `named like ...`: `a birth date`
};

[[nodiscard]] MeaningInfo info(Meaning meaning);

/// What a name may mean, the surest first, in English, German, French, Italian or Spanish, and in
/// the abbreviations of surveys and registers. Case, accents, separators and camelCase do not
/// matter. What the values refute, the next may be. Empty: the name says nothing.
[[nodiscard]] std::vector<Meaning> meanings_of_name(std::string_view name);

/// Do numbers of this kind belong to one person each?
[[nodiscard]] bool is_number_of_person(Meaning meaning);

}  // namespace kanon::profile
