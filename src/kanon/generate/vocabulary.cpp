// SPDX-License-Identifier: Apache-2.0
#include "kanon/generate/vocabulary.hpp"

#include <array>

namespace kanon::generate {
namespace {

constexpr auto kFemaleNames = std::to_array<Word>({
    {"Mary", 30},     {"Linda", 24},  {"Patricia", 22},  {"Susan", 20},    {"Barbara", 19},
    {"Jennifer", 19}, {"Maria", 18},  {"Elizabeth", 17}, {"Karen", 16},    {"Nancy", 15},
    {"Jessica", 14},  {"Sarah", 14},  {"Anna", 13},      {"Margaret", 13}, {"Ashley", 12},
    {"Emily", 12},    {"Sandra", 11}, {"Donna", 11},     {"Emma", 10},     {"Olivia", 10},
    {"Carol", 10},    {"Ruth", 9},    {"Sofía", 9},      {"Hannah", 8},    {"Grace", 8},
    {"Laura", 8},     {"Amy", 8},     {"Rosa", 7},       {"Julia", 7},     {"Helen", 7},
    {"Chloé", 4},     {"Mia", 6},     {"Ava", 6},        {"Alice", 5},     {"Irene", 5},
    {"Fatima", 4},    {"Mei", 4},     {"Priya", 4},      {"Zoë", 3},       {"Ingrid", 2},
    {"Lan", 2},       {"Aisha", 2},   {"Naomi", 2},      {"Beatriz", 2},   {"Jo-Ann", 1},
    {"Yuki", 1},      {"Oksana", 1},  {"Siobhán", 1},    {"Leilani", 1},   {"Ximena", 1},
});

constexpr auto kMaleNames = std::to_array<Word>({
    {"James", 30},   {"Robert", 28},  {"John", 27},   {"Michael", 27}, {"David", 24},
    {"William", 23}, {"Richard", 20}, {"Thomas", 18}, {"Joseph", 17},  {"Charles", 16},
    {"Daniel", 15},  {"José", 14},    {"Mark", 14},   {"Paul", 13},    {"Steven", 13},
    {"Andrew", 12},  {"Kevin", 11},   {"Brian", 11},  {"George", 11},  {"Juan", 10},
    {"Joshua", 10},  {"Ryan", 9},     {"Jacob", 9},   {"Gary", 9},     {"Luis", 8},
    {"Liam", 8},     {"Noah", 8},     {"Frank", 7},   {"Ethan", 7},    {"Samuel", 7},
    {"Peter", 6},    {"Carlos", 6},   {"Henry", 6},   {"Omar", 4},     {"Wei", 4},
    {"Raj", 4},      {"Minh", 3},     {"Ahmed", 3},   {"Jürgen", 2},   {"Björn", 1},
    {"Ivan", 2},     {"Kenji", 1},    {"Seán", 1},    {"Tomás", 2},    {"Kwame", 1},
    {"Dmitri", 1},   {"Jean-Luc", 1}, {"Mateo", 3},   {"Hiroshi", 1},  {"Emeka", 1},
});

constexpr auto kLastNames = std::to_array<Word>({
    {"Smith", 60},     {"Johnson", 48},   {"Williams", 41}, {"Brown", 36},      {"Jones", 35},
    {"Garcia", 29},    {"Miller", 29},    {"Davis", 28},    {"Rodriguez", 27},  {"Martinez", 26},
    {"Hernandez", 25}, {"Lopez", 22},     {"Gonzalez", 21}, {"Wilson", 20},     {"Anderson", 20},
    {"Thomas", 19},    {"Taylor", 18},    {"Moore", 18},    {"Jackson", 17},    {"Martin", 17},
    {"Lee", 17},       {"Perez", 16},     {"Thompson", 16}, {"White", 16},      {"Harris", 15},
    {"Sanchez", 15},   {"Clark", 14},     {"Ramirez", 14},  {"Lewis", 13},      {"Robinson", 13},
    {"Walker", 13},    {"Young", 12},     {"Allen", 12},    {"King", 12},       {"Wright", 11},
    {"Scott", 11},     {"Torres", 11},    {"Nguyen", 11},   {"Hill", 11},       {"Flores", 11},
    {"Green", 10},     {"Adams", 10},     {"Nelson", 10},   {"Baker", 10},      {"Hall", 10},
    {"Rivera", 9},     {"Campbell", 9},   {"Mitchell", 9},  {"Carter", 9},      {"Roberts", 9},
    {"Gomez", 8},      {"Phillips", 8},   {"Evans", 8},     {"Turner", 8},      {"Diaz", 8},
    {"Parker", 8},     {"Cruz", 7},       {"Edwards", 7},   {"Collins", 7},     {"Reyes", 7},
    {"Stewart", 7},    {"Morris", 7},     {"Morales", 7},   {"Murphy", 7},      {"Cook", 6},
    {"Rogers", 6},     {"Gutierrez", 6},  {"Ortiz", 6},     {"Morgan", 6},      {"Cooper", 6},
    {"Peterson", 6},   {"Bailey", 6},     {"Reed", 6},      {"Kelly", 6},       {"Howard", 6},
    {"Ramos", 6},      {"Kim", 6},        {"Cox", 5},       {"Ward", 5},        {"Richardson", 5},
    {"Watson", 5},     {"Brooks", 5},     {"Chavez", 5},    {"Wood", 5},        {"Bennett", 5},
    {"Gray", 5},       {"Mendoza", 5},    {"Ruiz", 5},      {"Hughes", 5},      {"Price", 5},
    {"Alvarez", 5},    {"Castillo", 4},   {"Sanders", 4},   {"Patel", 4},       {"Myers", 4},
    {"Long", 4},       {"Ross", 4},       {"Foster", 4},    {"Jimenez", 4},     {"Powell", 4},
    {"O'Brien", 3},    {"Chen", 4},       {"Wang", 3},      {"Singh", 3},       {"Tran", 3},
    {"Müller", 2},     {"Schmidt", 2},    {"Muñoz", 2},     {"Peña", 2},        {"Núñez", 2},
    {"Kowalski", 1},   {"Rossi", 1},      {"Ivanov", 1},    {"Sørensen", 1},    {"Okafor", 1},
    {"Hassan", 2},     {"Ali", 2},        {"Khan", 2},      {"Sato", 1},        {"Park", 2},
    {"Silva", 2},      {"Santos", 2},     {"Dubois", 1},    {"Lefèvre", 1},     {"Novák", 1},
    {"Van Dyke", 1},   {"de la Cruz", 1}, {"St. John", 1},  {"Smith-Jones", 1}, {"Yılmaz", 1},
});

constexpr auto kMaritalGroups = std::to_array<std::string_view>({"Not in a couple", "In a couple"});
constexpr auto kMaritalStatuses = std::to_array<GroupedWord>({
    {"Single", 0, 0},
    {"Married", 1, 0},
    {"Registered partnership", 1, 0},
    {"Divorced", 0, 0},
    {"Separated", 0, 0},
    {"Widowed", 0, 0},
});

constexpr auto kEducationGroups = std::to_array<std::string_view>({"Basic", "Middle", "Higher"});
constexpr auto kEducations = std::to_array<GroupedWord>({
    {"No schooling", 0, 0},
    {"Primary school", 0, 0},
    {"Lower secondary", 0, 0},
    {"Upper secondary", 1, 0},
    {"Vocational training", 1, 0},
    {"Bachelor's degree", 2, 0},
    {"Master's degree", 2, 0},
    {"Doctorate", 2, 0},
});

constexpr auto kOccupationGroups = std::to_array<std::string_view>({"Not at work",
                                                                    "Health and care",
                                                                    "Learning and culture",
                                                                    "Office and law",
                                                                    "Technology",
                                                                    "Trades and industry",
                                                                    "Services and transport"});
constexpr auto kOccupations = std::to_array<Occupation>({
    {"Child", 0, {0, 0, 0}},
    {"Pupil", 0, {0, 0, 0}},
    {"Student", 0, {0, 0, 0}},
    {"Retired", 0, {0, 0, 0}},
    {"Homemaker", 0, {9, 5, 3}},
    {"Unemployed", 0, {14, 6, 3}},
    {"Unable to work", 0, {8, 4, 2}},
    {"Nurse", 1, {0, 6, 8}},
    {"Care assistant", 1, {6, 5, 1}},
    {"Physician", 1, {0, 0, 5}},
    {"Pharmacist", 1, {0, 0.2, 2}},
    {"Physiotherapist", 1, {0, 1, 1.5}},
    {"Teacher", 2, {0, 1, 11}},
    {"Childcare worker", 2, {2, 4, 2}},
    {"Researcher", 2, {0, 0, 2.5}},
    {"Artist", 2, {0.5, 0.7, 1.5}},
    {"Librarian", 2, {0, 0.2, 0.6}},
    {"Clerk", 3, {4, 10, 6}},
    {"Accountant", 3, {0, 2, 6}},
    {"Manager", 3, {1, 5, 12}},
    {"Lawyer", 3, {0, 0, 3.5}},
    {"Civil servant", 3, {1, 3, 4}},
    {"Software developer", 4, {0, 1, 7}},
    {"Engineer", 4, {0, 0.5, 7}},
    {"Technician", 4, {1, 5, 2}},
    {"Laboratory worker", 4, {0.5, 1.5, 1.5}},
    {"Electrician", 5, {1, 4, 0.2}},
    {"Carpenter", 5, {3, 3, 0.2}},
    {"Mechanic", 5, {3, 4, 0.2}},
    {"Construction worker", 5, {9, 4, 0.3}},
    {"Factory worker", 5, {10, 6, 0.5}},
    {"Farmer", 5, {3, 1.5, 0.5}},
    {"Miner", 5, {0.7, 0.3, 0}},
    {"Sales assistant", 6, {9, 8, 2.5}},
    {"Cook", 6, {6, 3, 0.4}},
    {"Waiter", 6, {5, 3, 0.6}},
    {"Cleaner", 6, {9, 2, 0.2}},
    {"Driver", 6, {8, 5, 0.6}},
    {"Police officer", 6, {0.2, 2, 1.2}},
    {"Firefighter", 6, {0.2, 1, 0.4}},
    {"Soldier", 6, {0.8, 1.6, 0.8}},
    {"Hairdresser", 6, {1.5, 2, 0.2}},
    {"Seafarer", 6, {0.2, 0.2, 0.05}},
});

constexpr auto kNationalityGroups = std::to_array<std::string_view>(
    {"North America", "Latin America", "Europe", "Asia", "Africa", "Oceania"});
constexpr auto kNationalities = std::to_array<GroupedWord>({
    {"United States", 0, 880}, {"Canada", 0, 4},         {"Mexico", 1, 34},
    {"Guatemala", 1, 4},       {"El Salvador", 1, 4},    {"Cuba", 1, 4},
    {"Brazil", 1, 3},          {"Colombia", 1, 3},       {"Dominican Republic", 1, 4},
    {"Haiti", 1, 2},           {"Peru", 1, 1.5},         {"Ecuador", 1, 1.5},
    {"Argentina", 1, 0.6},     {"Chile", 1, 0.4},        {"Bolivia", 1, 0.2},
    {"Germany", 2, 1.4},       {"United Kingdom", 2, 2}, {"Ireland", 2, 0.6},
    {"France", 2, 0.7},        {"Italy", 2, 0.9},        {"Spain", 2, 0.5},
    {"Portugal", 2, 0.6},      {"Poland", 2, 1.2},       {"Ukraine", 2, 1.3},
    {"Romania", 2, 0.4},       {"Norway", 2, 0.1},       {"Türkiye", 3, 0.5},
    {"China", 3, 7},           {"India", 3, 9},          {"Philippines", 3, 6},
    {"Vietnam", 3, 4},         {"South Korea", 3, 3},    {"Japan", 3, 1.4},
    {"Pakistan", 3, 1.4},      {"Iran", 3, 1},           {"Nepal", 3, 0.6},
    {"Nigeria", 4, 1.6},       {"Ethiopia", 4, 1},       {"Ghana", 4, 0.7},
    {"Kenya", 4, 0.5},         {"Egypt", 4, 0.7},        {"Côte d'Ivoire", 4, 0.1},
    {"Australia", 5, 0.4},     {"New Zealand", 5, 0.1},  {"Samoa", 5, 0.05},
});

constexpr auto kInsuranceGroups =
    std::to_array<std::string_view>({"Public plan", "Commercial plan", "No plan"});
constexpr auto kInsurances = std::to_array<GroupedWord>({
    {"Medicare", 0, 0},
    {"Medicaid", 0, 0},
    {"Military plan", 0, 0},
    {"Employer plan", 1, 0},
    {"Private plan", 1, 0},
    {"Self-paying", 2, 0},
    {"Uninsured", 2, 0},
});

constexpr auto kDepartments = std::to_array<std::string_view>({"Cardiology",
                                                               "Surgery",
                                                               "Obstetrics",
                                                               "Pediatrics",
                                                               "Internal medicine",
                                                               "Neurology",
                                                               "Oncology",
                                                               "Psychiatry",
                                                               "Orthopedics",
                                                               "Pulmonology",
                                                               "Urology",
                                                               "Emergency"});

constexpr auto kDiagnoses = std::to_array<Diagnosis>({
    {"Healthy newborn", 3, 2.2, 900, 400, 1, 1, {700, 0, 0, 0, 0, 0}},
    {"Preterm birth", 3, 12, 3100, 900, 1, 1, {90, 0, 0, 0, 0, 0}},
    {"Jaundice of the newborn", 3, 2.5, 1100, 300, 1, 1, {110, 0, 0, 0, 0, 0}},
    {"Bronchiolitis", 3, 3, 1300, 500, 1, 1.2, {60, 50, 0, 0, 0, 0}},
    {"Childbirth", 2, 2.4, 1900, 2500, 1, 0, {0, 6, 640, 18, 0, 0}},
    {"Caesarean section", 2, 3.4, 2600, 5200, 1, 0, {0, 2, 270, 9, 0, 0}},
    {"Threatened miscarriage", 2, 2, 1500, 700, 1, 0, {0, 1, 40, 2, 0, 0}},
    {"Asthma", 9, 3, 1400, 400, 1.2, 1, {8, 110, 28, 30, 26, 14}},
    {"Pneumonia", 9, 5.2, 1900, 900, 1, 1.1, {20, 60, 24, 60, 130, 210}},
    {"Chronic obstructive lung disease", 9, 4.6, 1800, 700, 1, 1.1, {0, 0, 2, 55, 130, 90}},
    {"Pulmonary embolism", 9, 4.4, 2500, 1500, 1, 1, {0, 0, 8, 20, 30, 26}},
    {"Heart failure", 0, 5.4, 2100, 1100, 1, 1.1, {1, 1, 6, 70, 190, 330}},
    {"Acute myocardial infarction", 0, 4.6, 4700, 6000, 0.7, 1.3, {0, 0, 4, 75, 105, 80}},
    {"Coronary heart disease", 0, 3.6, 4300, 5200, 0.6, 1.3, {0, 0, 3, 70, 100, 40}},
    {"Atrial fibrillation", 0, 3.3, 2200, 1500, 1, 1, {0, 0, 6, 40, 90, 95}},
    {"Hypertensive crisis", 0, 2.6, 1800, 600, 1.1, 1, {0, 0, 8, 30, 30, 34}},
    {"Stroke", 5, 6.1, 2900, 1800, 1, 1, {0, 1, 8, 55, 120, 180}},
    {"Transient ischaemic attack", 5, 2.4, 2300, 1000, 1, 1, {0, 0, 2, 14, 30, 40}},
    {"Epilepsy", 5, 3.3, 2000, 700, 1, 1.1, {6, 44, 24, 24, 20, 16}},
    {"Migraine", 5, 1.8, 1700, 500, 2, 0.7, {0, 8, 18, 12, 4, 2}},
    {"Multiple sclerosis", 5, 4.2, 2400, 1200, 2, 0.8, {0, 0.3, 8, 8, 2, 0.3}},
    {"Parkinson's disease", 5, 5.2, 1800, 600, 0.8, 1.2, {0, 0, 0, 3, 14, 18}},
    {"Dementia", 7, 8.5, 1300, 400, 1.1, 1, {0, 0, 0, 2, 22, 85}},
    {"Depression", 7, 6.6, 1000, 200, 1.4, 0.9, {0, 52, 80, 62, 24, 10}},
    {"Schizophrenia", 7, 9.8, 1000, 200, 0.8, 1.2, {0, 4, 40, 36, 10, 2}},
    {"Bipolar disorder", 7, 7.2, 1000, 200, 1.1, 1, {0, 12, 36, 30, 8, 2}},
    {"Alcohol dependence", 7, 4.4, 1200, 300, 0.5, 1.5, {0, 2, 36, 60, 18, 2}},
    {"Opioid poisoning", 11, 3, 2200, 800, 0.8, 1.2, {0, 4, 26, 22, 4, 1}},
    {"Breast cancer", 6, 3, 3600, 4200, 1, 0.01, {0, 0, 6, 30, 28, 12}},
    {"Lung cancer", 6, 6.2, 3100, 3600, 0.9, 1.1, {0, 0, 0.6, 20, 42, 18}},
    {"Colon cancer", 6, 6.8, 3300, 5200, 0.9, 1.1, {0, 0, 2, 20, 34, 24}},
    {"Prostate cancer", 10, 2.4, 3600, 4800, 0, 1, {0, 0, 0.2, 14, 42, 10}},
    {"Leukaemia", 6, 12.2, 3500, 3000, 0.9, 1.1, {1, 8, 5, 8, 13, 8}},
    {"Lymphoma", 6, 8.4, 3200, 2800, 0.9, 1.1, {0, 3, 5, 8, 12, 7}},
    {"Diabetes mellitus", 4, 4.2, 1600, 500, 0.9, 1.1, {0, 24, 36, 62, 54, 32}},
    {"Kidney failure", 10, 5.2, 1900, 900, 1, 1.1, {1, 2, 12, 42, 78, 98}},
    {"Urinary tract infection", 10, 3.8, 1400, 400, 1.5, 0.7, {10, 16, 24, 26, 56, 112}},
    {"Kidney stones", 10, 2.1, 2100, 1700, 0.8, 1.2, {0, 2, 20, 24, 14, 4}},
    {"Sepsis", 4, 7.1, 2900, 1400, 1, 1.1, {22, 10, 38, 105, 190, 240}},
    {"Gastroenteritis", 4, 2.8, 1300, 300, 1.1, 1, {14, 46, 22, 22, 26, 34}},
    {"Hepatitis C", 4, 4.1, 1700, 900, 0.7, 1.3, {0, 0, 6, 16, 6, 0.6}},
    {"HIV infection", 4, 7, 2000, 900, 0.5, 1.5, {0, 0.2, 9, 11, 2, 0.1}},
    {"Tuberculosis", 9, 9, 1600, 500, 0.8, 1.2, {0, 0.3, 1.4, 1.4, 1.2, 0.8}},
    {"Appendicitis", 1, 2.3, 3300, 5600, 0.9, 1.1, {0, 88, 46, 24, 10, 3}},
    {"Gallstones", 1, 3, 3200, 5200, 1.4, 0.8, {0, 4, 42, 44, 36, 24}},
    {"Inguinal hernia", 1, 1.9, 2900, 4100, 0.3, 1.7, {2, 8, 8, 20, 24, 10}},
    {"Bowel obstruction", 1, 5, 2300, 1900, 1, 1, {2, 4, 14, 32, 48, 48}},
    {"Pancreatitis", 1, 4.6, 2000, 900, 0.9, 1.1, {0, 3, 28, 42, 24, 10}},
    {"Hip fracture", 8, 5.6, 3100, 8200, 1.4, 0.8, {0, 1, 3, 12, 48, 170}},
    {"Osteoarthritis of the knee", 8, 2.8, 3400, 9800, 1.2, 0.9, {0, 0, 2, 62, 140, 34}},
    {"Herniated disc", 8, 2.6, 3600, 8800, 0.9, 1.1, {0, 1, 26, 54, 34, 6}},
    {"Forearm fracture", 8, 1.9, 3000, 4400, 0.9, 1.1, {0, 50, 18, 18, 18, 20}},
    {"Head injury", 11, 3.4, 2700, 1400, 0.7, 1.3, {6, 48, 36, 28, 28, 48}},
    {"Burns", 11, 7.8, 3900, 2100, 0.7, 1.3, {2, 7, 6, 6, 4, 2}},
    {"Rare metabolic disorder", 4, 6.4, 2600, 1100, 1, 1, {1.5, 2, 0.5, 0.3, 0.1, 0.05}},
});

constexpr auto kZipAreas = std::to_array<std::string_view>({
    "100", "902", "606", "770", "112", "331", "191", "021", "303", "941", "752", "480",
    "981", "200", "850", "554", "334", "802", "212", "630", "732", "891", "282", "432",
    "462", "641", "972", "152", "372", "701", "070", "010", "029", "060", "088", "039",
    "050", "128", "148", "245", "294", "318", "365", "397", "424", "497", "538", "574",
    "587", "597", "612", "676", "693", "718", "746", "799", "827", "836", "877", "998",
});

}  // namespace

std::span<const Word> female_names() {
    return kFemaleNames;
}

std::span<const Word> male_names() {
    return kMaleNames;
}

std::span<const Word> last_names() {
    return kLastNames;
}

std::span<const GroupedWord> marital_statuses() {
    return kMaritalStatuses;
}

std::span<const std::string_view> marital_groups() {
    return kMaritalGroups;
}

std::span<const GroupedWord> educations() {
    return kEducations;
}

std::span<const std::string_view> education_groups() {
    return kEducationGroups;
}

std::span<const Occupation> occupations() {
    return kOccupations;
}

std::span<const std::string_view> occupation_groups() {
    return kOccupationGroups;
}

std::span<const GroupedWord> nationalities() {
    return kNationalities;
}

std::span<const std::string_view> nationality_groups() {
    return kNationalityGroups;
}

std::span<const GroupedWord> insurances() {
    return kInsurances;
}

std::span<const std::string_view> insurance_groups() {
    return kInsuranceGroups;
}

std::span<const std::string_view> departments() {
    return kDepartments;
}

std::span<const Diagnosis> diagnoses() {
    return kDiagnoses;
}

std::span<const std::string_view> zip_areas() {
    return kZipAreas;
}

}  // namespace kanon::generate
