// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/words/vocabulary.hpp"

#include <array>

namespace kanon::profile {
namespace {

using enum Meaning;

constexpr std::array kVocabulary{
    WordsOfMeaning{mail_address,
                   "email emails e_mail mail *mailadresse courriel correo_electronico "
                   "posta_elettronica"},
    WordsOfMeaning{telephone,
                   "phone phones telephone telefon tel mobile cell cellphone handy fax telefono "
                   "telefonnummer *rufnummer mobilnummer portable movil cellulare phone_number"},
    WordsOfMeaning{
        official_number,
        "ssn social_security sozialversicherung* svnr sv_nummer ahv nir securite_sociale insee "
        "dni nif curp codice_fiscale tax_id steuernummer steuer_id steuerid passport* passnummer "
        "reisepass *ausweisnummer personalausweis passeport pasaporte passaporto national_id "
        "drivers_license driver_license license_number fuhrerschein* iban credit_card "
        "card_number kreditkarte* account_number account_no kontonummer konto numero_de_compte "
        "numero_de_cuenta nhs nhs_number medicare license_plate kfz_kennzeichen vin "
        "insurance_number insurance_id policy_number versichertennummer"},
    WordsOfMeaning{
        person_number,
        "patient_id patient_no patient_nr patient_num patient_number patient_key patientid "
        "person_id person_no person_nr person_num person_number personid customer_id customer_no "
        "customer_number customerid client_id client_number member_id member_no member_number "
        "employee_id employee_no employee_number user_id userid student_id student_number "
        "subject_id subject_no subject_number participant_id respondent_id citizen_id insured_id "
        "applicant_id defendant_id victim_id driver_id passenger_id holder_id mrn medical_record "
        "medical_record_number *persid *persnr *patid *patnr *subjid =subj =usubjid perid =pid "
        "=seqn =patient =person =subject =participant =respondent =client =customer =member "
        "=proband patienten_id patientennummer kunden_id kundennummer kundennr personalnummer "
        "personen_id matrikelnummer versicherten_id fallperson mitgliedsnummer numero_patient "
        "numero_client id_patient id_client id_personne matricule id_paciente id_cliente "
        "id_persona numero_paciente numero_de_paciente historia_clinica id_paziente matricola"},
    WordsOfMeaning{household_number,
                   "household_id household_no household_nr household_number household_key "
                   "householdid *hhid *hhnr =hhnum =hid =duid dwelling_id family_id family_no "
                   "famid haushaltsnummer haushalts_id id_menage id_hogar *_hid"},
    WordsOfMeaning{
        event_number,
        "visit_id visit_no visit_number visitid encounter_id encounter_no stay_id admission_id "
        "hadm_id case_id case_no case_number claim_id claim_no claim_number order_id order_no "
        "order_number invoice_id invoice_no transaction_id transaction_number booking_id event_id "
        "report_id report_number specimen_id sample_id test_id fallnummer fall_id aktenzeichen "
        "numero_dossier expediente cartella_clinica"},
    WordsOfMeaning{record_number,
                   "=id =ids =nr =no =key =index =row =uid =pk record_id record_no record_number "
                   "account_id row_id rowid row_number uuid guid entity_id subject_key "
                   "unique_id global_id"},
    WordsOfMeaning{
        person_name,
        "first_name last_name full_name surname given_name family_name forename middle_name "
        "maiden_name firstname lastname fullname fname lname patient_name customer_name "
        "person_name employee_name client_name vorname nachname familienname geburtsname rufname "
        "prenom nom_de_famille nom_de_naissance apellido apellidos cognome initials"},
    WordsOfMeaning{address,
                   "address street addr house_number *strasse hausnummer anschrift adresse rue "
                   "direccion calle domicilio indirizzo latitude longitude lat lon lng gps "
                   "coordinates breitengrad langengrad"},
    WordsOfMeaning{online_name,
                   "ip ip_address ipv4 ipv6 mac_address imei imsi device_id cookie cookie_id "
                   "session_id username user_name login url website homepage nickname "
                   "benutzername"},
    WordsOfMeaning{likeness, "photo picture foto signature unterschrift fingerprint fingerabdruck"},
    WordsOfMeaning{place,
                   "country_of_birth place_of_birth birth_place birthplace birth_country bpl "
                   "geburtsort geburtsland lieu_de_naissance lugar_de_nacimiento"},
    WordsOfMeaning{birth,
                   "birth birthdate birthday birthmonth dob dob* yob mob born geburts* gebdat "
                   "gebjahr naissance nacimiento nascita"},
    WordsOfMeaning{death,
                   "death died dead dod deceased decease mortality survived alive vital_status "
                   "verstorben gestorben todesdatum deces decede mort fallecido fallecimiento "
                   "defuncion deceduto morte"},
    WordsOfMeaning{age, "age ages alter edad eta altersgruppe lebensalter agegroup ageband"},
    WordsOfMeaning{postal_code,
                   "zip zip3 zip5 zipcode zip_code postcode postal postalcode plz postleitzahl "
                   "code_postal codigo_postal =cap =cp codice_postale"},
    WordsOfMeaning{
        survey_weight,
        "*fnlwgt *wgt *pwgt *wtfinl =wt =wtd sampling_weight sampling_weights "
        "sample_weight sample_weights sampweight instance_weight household_weight "
        "household_weights hhweight person_weight survey_weight final_weight "
        "design_weight case_weight stat_weight sample_wt samp_wt survey_wt svy_wt svy_weight "
        "wgt_final perwt person_wt pop_wt pweight pweights weighting_factor "
        "calibration_weight replicate_weight nonresponse_weight population_weight "
        "expansion_factor hochrechnungsfaktor* stichprobengewicht* erhebungsgewicht "
        "ponderation poids_de_sondage poids_d_echantillonnage poids_sondage "
        "factor_de_expansion factor_expansion peso_muestral peso_campionario"},
    WordsOfMeaning{body_weight, "weight weights gewicht korpergewicht poids peso"},
    WordsOfMeaning{
        laboratory,
        "hba1c hb_a1c a1c glycated glycohemoglobin glucose glukose glucosa glucosio blood_sugar "
        "blutzucker glycemie glucemia glicemia creatinin* kreatinin* cholesterol* cholesterin* "
        "colesterol* ldl hdl triglycerid* triglicerid* hemoglobin* haemoglobin* hamoglobin* "
        "emoglobin* =hb =hgb hematocrit* haematocrit* hamatokrit* haematokrit* ematocrito crp "
        "c_reactive_protein insulin* ferritin* bilirubin* bilirrubin* albumin* lactate laktat "
        "urea harnstoff uree uric_acid harnsaure harnsaeure acide_urique acido_urico sodium "
        "potassium calcium natrium kalium sodio potasio potassio leukocyt* leukozyt* leucocyt* "
        "leucocit* erythrocyt* erythrozyt* platelet* thrombocyt* thrombozyt* tsh =psa egfr gfr "
        "alat asat sgot sgpt gamma_gt ggt wbc rbc lab_value lab_values lab_result laborwert* "
        "troponin* probnp viral_load cd4 vitamin* magnesium *cholesterin blutzucker* =inr systolic "
        "systolisch diastolic diastolisch sbp dbp blutdruck* pulse puls heart_rate herzfrequenz "
        "respiratory_rate resp_rate atemfrequenz spo2 oxygen_saturation body_temperature apgar phq "
        "mmse moca gcs nyha ecog karnofsky sofa pain schmerz*"},
    WordsOfMeaning{outcome,
                   "=class =class_label =classlabel =target_class =label =labels =target =targets "
                   "=target_variable =outcome =outcomes =income_class =zielvariable =zielgrosse "
                   "=zielgroesse =cible =variable_cible =variable_objetivo"},
    WordsOfMeaning{
        health,
        "diagnosis diagnoses diagnose diagnostic diagnostico diagnosi diag dx disease diseases "
        "illness condition conditions icd icd* treatment therapy therapie medication drug drugs "
        "medicine procedure symptom symptoms hiv pregnan* contracepti* disab* handicap* blood "
        "allerg* cause_of_death todesursache krankheit erkrankung behandlung medikament* befund "
        "maladie traitement medicament pathologie enfermedad tratamiento medicamento malattia "
        "trattamento farmaco test_result vaccin* smoker smoking mental cancer tumor "
        "tumour stroke diabet* hypertens* l_threat er_visit "
        "emergency hospitalized hospitalised hospitalization recovered recovd injury surgery "
        "self_care hearing vision sick krankentage ambulatory cognitive health gesundheit sante "
        "salud salute"},
    WordsOfMeaning{
        money,
        "income incomes salary wage wages earning earnings pay revenue *revenue debt debts "
        "balance credit_score charge charges cost costs *tax tax taxes tax* *sales sales profit "
        "profits asset assets savings saving expend* expenditure expenditures expense expenses "
        "amount amounts amt capital capital_gain capital_gains capital_loss capital_losses "
        "default_payment payment payments dividend dividends funds treasury depreciation financial "
        "finance finances money wealth "
        "poverty rent mortgage loan loans pension pensions benefit benefits welfare turnover fica "
        "agi *agi einkommen gehalt lohn schulden kosten vermogen vermoegen umsatz gewinn steuer "
        "betrag rechnungsbetrag preis honorar entgelt montant importe importo prezzo miete kredit "
        "rente revenu revenus salaire dette depenses loyer ingreso ingresos salario "
        "sueldo deuda renta reddito stipendio debito gasto gastosprice premium"},
    WordsOfMeaning{
        belief,
        "religion religious belief faith konfession glaube partei political party politics vote "
        "union sexual sexual_orientation criminal conviction crime offence offense vorstrafe* "
        "gewerkschaft croyance culte religione creencia syndicat sindicato sindacato delito "
        "reato"},
    WordsOfMeaning{sex, "sex gender geschlecht sexe genre sexo genero sesso genere"},
    // Whoever knows when a person came to a ward and left it knows the days between, as those dates
    // themselves; so they are generalized like these and not released as a secret would be.
    WordsOfMeaning{
        stay,
        "length_of_stay lengthofstay stay_length duration_of_stay days_of_stay stay_days "
        "=los los_days los_hours hospital_los icu_los hospital_days days_in_hospital "
        "time_in_hospital verweildauer aufenthaltsdauer liegedauer duree_de_sejour "
        "duree_sejour duree_du_sejour duracion_de_la_estancia duracion_estancia "
        "liegetage dias_estancia estancia degenza icu_days readmi* "
        "durata_degenza durata_della_degenza"},
    WordsOfMeaning{
        provider,
        "hospital hospitals clinic physician doctor gp practitioner provider practice pharmacy "
        "surgeon nurse krankenhaus klinik arzt hausarzt praxis apotheke hopital clinique medecin "
        "medico clinica ospedale school_id school_name "
        "university facility institution"},
    WordsOfMeaning{insurance,
                   "insurance insured insurer medicare medicaid tricare payer payor health_plan "
                   "krankenkasse versicherung assurance mutuelle seguro assicurazione"},
    WordsOfMeaning{
        place,
        "city town municipality county fips region state province district country place residence "
        "neighborhood neighbourhood tract location commune canton wohnort =ort stadt gemeinde "
        "bundesland kanton =land landkreis ville departement pays lieu ciudad municipio provincia "
        "pais citta comune regione paese stato nuts nuts2 nuts3 urban rural urbrur metro msa "
        "migration mobility moved"},
    WordsOfMeaning{
        origin,
        "race race* ethnicity ethnic ethni etni ethn* hisp* latino nationality citizenship citizen "
        "native language mother_tongue ancestry immigrant nativity nationalitat nationalitaet "
        "staatsangehorigkeit staatsangehoerigkeit herkunft sprache ethnie nationalite "
        "citoyennete langue raza etnia nacionalidad idioma razza nazionalita cittadinanza lingua"},
    WordsOfMeaning{family,
                   "marital maritl marstat marst mstat marry married marriage divorced widowed "
                   "spouse single civil_status *civil family_status relationship relation relat "
                   "household family children child kids childbirth siblings parents numyoung "
                   "grandchildren familienstand zivilstand kinder haushalt* etat_civil "
                   "situation_familiale enfants estado_civil hijos stato_civile figli"},
    WordsOfMeaning{
        education,
        "education educational educ educ* edu degree school schooling schl qualification "
        "grade *grade literacy student bildung ausbildung schulabschluss abschluss "
        "diplome formation etudes educacion estudios istruzione titolo_di_studio"},
    WordsOfMeaning{
        occupation,
        "occupation occup* hours hrs occ occu* occscore job jobs profession employer employ* "
        "employed "
        "workclass classwk* work worker worked working labor_force labour_force lfs employment "
        "unemploy* industry naics isco position veteran veterans military beruf arbeitgeber "
        "tatigkeit taetigkeit metier emploi employeur ocupacion profesion empleo trabajo "
        "professione occupazione lavoro"},
    WordsOfMeaning{body,
                   "height stature bmi body_mass waist shoe_size eye_color eye_colour hair_color "
                   "hair_colour grosse groesse korpergrosse taille talla altezza statura"},
    WordsOfMeaning{date,
                   "date datum fecha year month quarter week timestamp jahr monat annee mois "
                   "ano mes anno mese admission discharge"},
    WordsOfMeaning{person_name, "name names nom nombre nome *name"},
    // Last: what a consent is to, or who gave it, matters more than that one was given.
    WordsOfMeaning{consent, "consent* einwilligung* consentement consentimiento consenso"},
};

}  // namespace

std::span<const WordsOfMeaning> vocabulary() {
    return kVocabulary;
}

}  // namespace kanon::profile
