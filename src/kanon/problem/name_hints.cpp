// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/name_hints.hpp"

#include <array>

namespace kanon::detail {
namespace {

/// Words of one meaning, separated by blanks; several words in a row are joined by `_`. A word
/// matches whole words of the name, `word*` the start of one, `*word` its end, `=word` the whole
/// name. The first meaning that matches counts, so what is surest stands first.
struct Meaning {
    NameHint hint;
    std::string_view words;
};

constexpr auto kIdentifying = Role::identifying;
constexpr auto kQuasi = Role::quasi_identifying;
constexpr auto kSensitive = Role::sensitive;

constexpr std::array kMeanings{
    Meaning{{kIdentifying, "an e-mail address"},
            "email emails e_mail mail *mailadresse courriel correo_electronico posta_elettronica"},
    Meaning{{kIdentifying, "a telephone number"},
            "phone phones telephone telefon tel mobile cell cellphone handy fax telefono "
            "telefonnummer *rufnummer mobilnummer portable movil cellulare phone_number"},
    Meaning{
        {kIdentifying, "an official number"},
        "ssn social_security sozialversicherung* svnr sv_nummer ahv nir securite_sociale insee "
        "dni nif curp codice_fiscale tax_id steuernummer steuer_id steuerid passport* passnummer "
        "reisepass *ausweisnummer personalausweis passeport pasaporte passaporto national_id "
        "drivers_license driver_license license_number fuhrerschein* iban credit_card "
        "card_number kreditkarte* account_number account_no kontonummer konto numero_de_compte "
        "numero_de_cuenta nhs nhs_number medicare license_plate kfz_kennzeichen vin"},
    Meaning{
        {kIdentifying, "a record number"},
        "=id =nr =no =key =index =row =uid =pk patient_id patient_no patient_nr patient_number "
        "patient_key patientid person_id person_no person_number personid customer_id "
        "customer_no customer_number customerid client_id client_number member_id member_no "
        "member_number employee_id employee_no employee_number user_id userid student_id "
        "student_number case_id case_no case_number record_id record_no record_number account_id "
        "subject_id participant_id respondent_id citizen_id insured_id policy_number "
        "insurance_number insurance_id applicant_id visit_id encounter_id stay_id row_id rowid "
        "mrn medical_record uuid guid patienten_id patientennummer *patnr kunden_id kundennummer "
        "kundennr personalnummer personen_id matrikelnummer aktenzeichen versichertennummer "
        "fallnummer mitgliedsnummer numero_patient numero_client id_patient id_client matricule "
        "numero_dossier id_paciente id_cliente numero_paciente numero_de_paciente expediente "
        "historia_clinica id_paziente matricola cartella_clinica"},
    Meaning{
        {kIdentifying, "a person's name"},
        "first_name last_name full_name surname given_name family_name forename middle_name "
        "maiden_name firstname lastname fullname fname lname patient_name customer_name "
        "person_name employee_name client_name vorname nachname familienname geburtsname rufname "
        "prenom nom_de_famille nom_de_naissance apellido apellidos cognome initials"},
    Meaning{{kIdentifying, "an address or position"},
            "address street addr house_number *strasse hausnummer anschrift adresse rue direccion "
            "calle domicilio indirizzo latitude longitude lat lon lng gps coordinates breitengrad "
            "langengrad"},
    Meaning{{kIdentifying, "a device or user name"},
            "ip ip_address ipv4 ipv6 mac_address imei imsi device_id cookie cookie_id session_id "
            "username user_name login url website homepage nickname benutzername"},
    Meaning{{kIdentifying, "a picture or mark of a person"},
            "photo picture foto signature unterschrift fingerprint fingerabdruck"},
    Meaning{{kQuasi, "a birth date"},
            "birth birthdate birthday dob yob born geburts* gebdat naissance nacimiento nascita"},
    Meaning{{kQuasi, "an age"}, "age alter edad eta altersgruppe lebensalter agegroup"},
    Meaning{{kQuasi, "a postal code", true},
            "zip zipcode zip_code postcode postal postalcode plz postleitzahl code_postal "
            "codigo_postal =cap =cp codice_postale"},
    Meaning{
        {kSensitive, "a health matter"},
        "diagnosis diagnoses diagnose diagnostic diagnostico diagnosi disease diseases illness "
        "condition conditions icd icd9 icd10 treatment therapy therapie medication drug drugs "
        "medicine procedure symptom symptoms hiv pregnan* disability blood allerg* cause_of_death "
        "todesursache krankheit erkrankung behandlung medikament* befund maladie traitement "
        "medicament pathologie enfermedad tratamiento medicamento malattia trattamento farmaco "
        "test_result lab_result vaccin* smoker mental"},
    Meaning{
        {kSensitive, "a money matter"},
        "income salary wage wages earnings pay revenue debt balance credit_score charge charges "
        "cost costs einkommen gehalt lohn schulden kosten vermogen vermoegen revenu salaire dette "
        "ingreso ingresos salario sueldo deuda renta reddito stipendio debito"},
    Meaning{
        {kSensitive, "a belief or private matter"},
        "religion religious belief faith konfession glaube partei political party politics vote "
        "union sexual sexual_orientation criminal conviction crime offence offense vorstrafe* "
        "gewerkschaft croyance culte religione creencia syndicat sindicato sindacato delito "
        "reato"},
    Meaning{{kQuasi, "a sex"}, "sex gender geschlecht sexe genre sexo genero sesso genere"},
    Meaning{
        {kQuasi, "a place"},
        "city town municipality county region state province district country place residence "
        "birthplace neighborhood neighbourhood tract location commune canton wohnort =ort stadt "
        "gemeinde bundesland kanton =land landkreis ville departement pays lieu ciudad municipio "
        "provincia pais citta comune regione paese stato"},
    Meaning{
        {kQuasi, "an origin"},
        "race ethnicity ethnic nationality citizenship native language mother_tongue ancestry "
        "nationalitat nationalitaet staatsangehorigkeit staatsangehoerigkeit herkunft sprache "
        "ethnie nationalite citoyennete langue raza etnia nacionalidad idioma razza nazionalita "
        "cittadinanza lingua"},
    Meaning{{kQuasi, "a family matter"},
            "marital married civil_status family_status relationship household children kids "
            "familienstand zivilstand kinder haushalt* etat_civil situation_familiale enfants "
            "estado_civil hijos stato_civile figli"},
    Meaning{{kQuasi, "an education"},
            "education educational degree school schooling qualification bildung ausbildung "
            "schulabschluss abschluss diplome formation etudes educacion estudios istruzione "
            "titolo_di_studio"},
    Meaning{{kQuasi, "an occupation"},
            "occupation job profession employer workclass work employment industry position beruf "
            "arbeitgeber tatigkeit taetigkeit metier emploi employeur ocupacion profesion empleo "
            "trabajo professione occupazione lavoro"},
    Meaning{{kQuasi, "a date"}, "date datum fecha"},
    Meaning{{kIdentifying, "a name"}, "name names nom nombre nome"},
};

/// Letters with marks of the languages above, and what they are read as.
constexpr std::array<std::array<std::string_view, 2>, 26> kFolded{{
    {"ä", "a"}, {"à", "a"}, {"â", "a"}, {"á", "a"}, {"Ä", "a"},  {"À", "a"}, {"Á", "a"},
    {"ç", "c"}, {"é", "e"}, {"è", "e"}, {"ê", "e"}, {"ë", "e"},  {"É", "e"}, {"È", "e"},
    {"í", "i"}, {"ì", "i"}, {"î", "i"}, {"ñ", "n"}, {"ö", "o"},  {"ó", "o"}, {"ò", "o"},
    {"Ö", "o"}, {"ü", "u"}, {"ú", "u"}, {"ù", "u"}, {"ß", "ss"},
}};

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

std::string fold(std::string_view name) {
    std::string out;
    for (std::size_t at = 0; at < name.size();) {
        std::size_t step = 1;
        std::string_view letter = name.substr(at, 1);
        for (const auto& [from, to] : kFolded) {
            if (name.substr(at, from.size()) == from) {
                letter = to;
                step = from.size();
            }
        }
        out += letter;
        at += step;
    }
    return out;
}

bool matches(std::string_view pattern, std::string_view words) {
    const auto has = [words](const std::string& text) {
        return words.find(text) != std::string_view::npos;
    };
    const std::string word(pattern);
    if (pattern.front() == '=') {
        return words == "_" + word.substr(1) + "_";
    }
    if (pattern.front() == '*') {
        return has(word.substr(1) + "_");
    }
    if (pattern.back() == '*') {
        return has("_" + word.substr(0, word.size() - 1));
    }
    return has("_" + word + "_");
}

}  // namespace

std::string words_of_name(std::string_view name) {
    const std::string folded = fold(name);
    std::string out = "_";
    for (std::size_t at = 0; at < folded.size(); ++at) {
        const char c = folded[at];
        const bool digit = c >= '0' && c <= '9';
        if (is_upper(c)) {
            const bool starts = at > 0 && is_lower(folded[at - 1]);
            out += starts ? "_" : "";
            out += static_cast<char>(c - 'A' + 'a');
        } else if (is_lower(c) || digit) {
            out += c;
        } else if (out.back() != '_') {
            out += '_';
        }
    }
    if (out.back() != '_') {
        out += '_';
    }
    return out;
}

NameHint hint_of_name(std::string_view name) {
    const std::string words = words_of_name(name);
    for (const Meaning& meaning : kMeanings) {
        for (std::string_view rest = meaning.words; !rest.empty();) {
            const std::string_view pattern = rest.substr(0, rest.find(' '));
            if (matches(pattern, words)) {
                return meaning.hint;
            }
            rest.remove_prefix(std::min(rest.size(), pattern.size() + 1));
        }
    }
    return {};
}

}  // namespace kanon::detail
