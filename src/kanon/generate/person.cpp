// SPDX-License-Identifier: Apache-2.0
#include "kanon/generate/person.hpp"

#include "kanon/generate/vocabulary.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <span>

namespace kanon::generate {
namespace {

constexpr std::uint32_t kAges = 101;
constexpr std::uint32_t kZipPlaces = 30;
constexpr std::uint32_t kDays = 731;           // 2023-01-01 .. 2024-12-31
constexpr std::uint32_t kMaxDays = 120;        // of one stay
constexpr std::uint32_t kChargeSteps = 60000;  // below 2^16: two bytes a code
constexpr double kChargeStep = 2.5;

constexpr std::array<std::uint32_t, 5> kAdultBands{18, 25, 35, 50, 65};

std::size_t adult_band(std::uint32_t age) {
    const auto* const above = std::upper_bound(kAdultBands.begin(), kAdultBands.end(), age);
    return static_cast<std::size_t>(above - kAdultBands.begin());
}

std::size_t diagnosis_band(std::uint32_t age) {
    const auto* const above =
        std::upper_bound(kDiagnosisBands.begin(), kDiagnosisBands.end(), static_cast<int>(age));
    return static_cast<std::size_t>(above - kDiagnosisBands.begin()) - 1;
}

template <class Items>
Sampler sampler_of(Items items) {
    std::vector<double> weights;
    for (const auto& item : items) {
        weights.push_back(item.weight);
    }
    return Sampler(weights);
}

/// One sampler per row of weights.
template <class Rows>
std::vector<Sampler> samplers_of(const Rows& rows) {
    std::vector<Sampler> out;
    out.reserve(rows.size());
    for (const auto& weights : rows) {
        out.emplace_back(weights);
    }
    return out;
}

/// Stays by age: many newborns, few children, women who give birth, and ever more with age until
/// few are left.
Sampler make_ages(bool male) {
    std::vector<double> weights(kAges);
    for (std::uint32_t age = 0; age < kAges; ++age) {
        const double years = age;
        const double old =
            std::exp((years - 40) / 22) / (1 + std::exp((years - (male ? 80 : 85)) / 5));
        const double births = std::exp(-(years - 30) * (years - 30) / 50) * (male ? 0 : 4.4);
        weights[age] = age == 0 ? 30 : 1 + births + 1.2 * old + (age < 18 ? -0.3 : 0);
    }
    return Sampler(weights);
}

Sampler make_zip_areas() {
    std::vector<double> weights;
    for (std::size_t rank = 0; rank < zip_areas().size(); ++rank) {
        weights.push_back(1 / std::pow(static_cast<double>(rank) + 2, 0.9));
    }
    return Sampler(weights);
}

Sampler make_zip_places() {
    std::vector<double> weights;
    for (std::uint32_t rank = 0; rank < kZipPlaces; ++rank) {
        weights.push_back(1 / std::pow(rank + 1.0, 0.7));
    }
    return Sampler(weights);
}

std::vector<Sampler> make_marital() {
    // Single, married, partnership, divorced, separated, widowed; women, then men, by age band.
    constexpr auto kWeights = std::to_array<std::array<double, 6>>({
        {1, 0, 0, 0, 0, 0},
        {1, 0, 0, 0, 0, 0},
        {90, 7, 2, 0.6, 0.4, 0.05},
        {94, 4, 1.5, 0.3, 0.2, 0.02},
        {48, 42, 5, 3.5, 1.5, 0.2},
        {57, 35, 5, 2, 1, 0.1},
        {22, 56, 5, 12, 4, 1},
        {26, 57, 5, 9, 3, 0.5},
        {14, 56, 3, 18, 3, 6},
        {17, 62, 3, 14, 2.5, 1.7},
        {7, 42, 1, 14, 1, 35},
        {7, 66, 1, 12, 1, 13},
    });
    return samplers_of(kWeights);
}

std::vector<Sampler> make_education() {
    constexpr auto kWeights = std::to_array<std::array<double, 8>>({
        {0.2, 1, 10, 62, 14, 11, 1.2, 0.02},
        {0.3, 1.2, 7, 32, 20, 28, 10, 1},
        {0.5, 2, 8, 30, 22, 24, 11.5, 2},
        {0.7, 3, 10, 34, 22, 19, 9.5, 1.8},
        {1.2, 7, 16, 38, 17, 12, 7, 1.6},
    });
    return samplers_of(kWeights);
}

std::vector<Sampler> make_occupations() {
    std::vector<Sampler> out;
    for (std::size_t group = 0; group < 3; ++group) {
        std::vector<double> weights;
        for (const Occupation& occupation : occupations()) {
            weights.push_back(occupation.weights[group]);
        }
        out.emplace_back(weights);
    }
    return out;
}

enum class Situation : std::uint8_t { young, working, without_work, elderly, serving };

std::vector<Sampler> make_insurance() {
    // Medicare, Medicaid, military, employer, private, self-paying, uninsured.
    constexpr auto kWeights = std::to_array<std::array<double, 7>>({
        {0.1, 38, 2, 50, 6, 1, 3},
        {2, 10, 2, 66, 10, 2, 8},
        {12, 52, 2, 10, 6, 3, 15},
        {84, 4, 2, 6, 3.5, 0.3, 0.2},
        {0.5, 1, 90, 6, 2, 0.2, 0.3},
    });
    return samplers_of(kWeights);
}

/// Fewer admissions at weekends, more in winter.
Sampler make_days() {
    std::vector<double> weights;
    for (std::uint32_t day = 0; day < kDays; ++day) {
        const double season = 1 + 0.12 * std::cos(2 * 3.14159265358979 * day / 365.25);
        const bool weekend = day % 7 == 0 || day % 7 == 6;  // 2023-01-01 was a Sunday
        weights.push_back(season * (weekend ? 0.6 : 1));
    }
    return Sampler(weights);
}

std::vector<Sampler> make_diagnoses() {
    std::vector<Sampler> out;
    for (std::size_t band = 0; band < kDiagnosisBands.size(); ++band) {
        for (const bool male : {false, true}) {
            std::vector<double> weights;
            for (const Diagnosis& diagnosis : diagnoses()) {
                weights.push_back(diagnosis.weights[band] *
                                  (male ? diagnosis.male : diagnosis.female));
            }
            out.emplace_back(weights);
        }
    }
    return out;
}

/// Days of stay: at least one, most short, a long tail.
std::uint32_t draw_days(Random& random, const Diagnosis& diagnosis, std::uint32_t age) {
    const double mean = diagnosis.mean_days * (age >= 75 ? 1.2 : 1);
    const double tail = -std::log(1 - random.unit());
    const double days = 1 + (mean - 1) * (0.6 * tail + 0.4);
    return std::min(kMaxDays, static_cast<std::uint32_t>(days));
}

std::uint32_t draw_charges(Random& random, const Diagnosis& diagnosis, std::uint32_t days) {
    const double spread = 0.7 + 0.6 * random.unit();
    const double amount = (diagnosis.base_cost + diagnosis.cost_per_day * days) * spread;
    return std::min(kChargeSteps - 1, static_cast<std::uint32_t>(amount / kChargeStep));
}

std::string date_text(std::uint32_t day) {
    const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::year{2023} / 1 / 1} +
                                           std::chrono::days{static_cast<int>(day)}};
    std::array<char, 32> text{};
    std::snprintf(text.data(),
                  text.size(),
                  "%04d-%02u-%02u",
                  static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()));
    return text.data();
}

std::string zip_text(std::uint32_t place) {
    // The places of an area lie scattered over its hundred last digits.
    const std::uint32_t digits = place % kZipPlaces * 37 % 100;
    std::string out(zip_areas()[place / kZipPlaces]);
    out += static_cast<char>('0' + digits / 10);
    out += static_cast<char>('0' + digits % 10);
    return out;
}

std::string charges_text(std::uint32_t place) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f", place * kChargeStep);
    return text.data();
}

std::string name_text(std::uint32_t place) {
    const auto last_count = static_cast<std::uint32_t>(last_names().size());
    const std::uint32_t first = place / last_count;
    const auto women = static_cast<std::uint32_t>(female_names().size());
    const Word& given = first < women ? female_names()[first] : male_names()[first - women];
    return std::string(given.text) + " " + std::string(last_names()[place % last_count].text);
}

}  // namespace

const char* field_name(Field field) {
    constexpr std::array<const char*, kFieldCount> kNames{"name",
                                                          "age",
                                                          "sex",
                                                          "zip",
                                                          "marital_status",
                                                          "education",
                                                          "occupation",
                                                          "nationality",
                                                          "insurance",
                                                          "admission_date",
                                                          "department",
                                                          "diagnosis",
                                                          "length_of_stay",
                                                          "charges"};
    return kNames[static_cast<std::size_t>(field)];
}

const char* field_storage_type(Field field) {
    switch (field) {
        case Field::age:
        case Field::length_of_stay:
            return "BIGINT";
        case Field::admission_date:
            return "DATE";
        case Field::charges:
            return "DECIMAL(18,2)";
        default:
            return "VARCHAR";
    }
}

std::size_t word_count(Field field) {
    switch (field) {
        case Field::name:
            return (female_names().size() + male_names().size()) * last_names().size();
        case Field::age:
            return kAges;
        case Field::sex:
            return 2;
        case Field::zip:
            return zip_areas().size() * kZipPlaces;
        case Field::marital_status:
            return marital_statuses().size();
        case Field::education:
            return educations().size();
        case Field::occupation:
            return occupations().size();
        case Field::nationality:
            return nationalities().size();
        case Field::insurance:
            return insurances().size();
        case Field::admission_date:
            return kDays;
        case Field::department:
            return departments().size();
        case Field::diagnosis:
            return diagnoses().size();
        case Field::length_of_stay:
            return kMaxDays + 1;
        case Field::charges:
            return kChargeSteps;
    }
    return 0;
}

std::string word(Field field, std::uint32_t place) {
    switch (field) {
        case Field::name:
            return name_text(place);
        case Field::age:
        case Field::length_of_stay:
            return std::to_string(place);
        case Field::sex:
            return place == 0 ? "female" : "male";
        case Field::zip:
            return zip_text(place);
        case Field::marital_status:
            return std::string(marital_statuses()[place].text);
        case Field::education:
            return std::string(educations()[place].text);
        case Field::occupation:
            return std::string(occupations()[place].text);
        case Field::nationality:
            return std::string(nationalities()[place].text);
        case Field::insurance:
            return std::string(insurances()[place].text);
        case Field::admission_date:
            return date_text(place);
        case Field::department:
            return std::string(departments()[place]);
        case Field::diagnosis:
            return std::string(diagnoses()[place].text);
        case Field::charges:
            return charges_text(place);
    }
    return "";
}

StayMaker::StayMaker()
    : first_name_{sampler_of(female_names()), sampler_of(male_names())},
      last_name_(sampler_of(last_names())),
      age_{make_ages(false), make_ages(true)},
      zip_area_(make_zip_areas()),
      zip_place_(make_zip_places()),
      marital_(make_marital()),
      education_(make_education()),
      occupation_(make_occupations()),
      nationality_(sampler_of(nationalities())),
      insurance_(make_insurance()),
      day_(make_days()),
      diagnosis_(make_diagnoses()) {}

std::uint32_t StayMaker::draw_marital(Random& random, std::uint32_t age, bool male) const {
    return marital_[adult_band(age) * 2 + (male ? 1 : 0)].draw(random);
}

std::uint32_t StayMaker::draw_education(Random& random, std::uint32_t age) const {
    if (age < 6) {
        return place::kNoSchooling;
    }
    if (age < 12) {
        return place::kPrimary;
    }
    if (age < 18) {
        const bool upper = age >= 15 && random.below(18) < age - 6;
        return upper ? place::kUpperSecondary : place::kLowerSecondary;
    }
    const std::uint32_t drawn = education_[adult_band(age) - 1].draw(random);
    constexpr std::array<std::uint32_t, 8> kLeastAge{18, 18, 18, 18, 19, 21, 23, 26};
    return age >= kLeastAge[drawn] ? drawn : place::kUpperSecondary;
}

std::uint32_t StayMaker::draw_occupation(Random& random,
                                         std::uint32_t age,
                                         std::uint32_t education) const {
    const double luck = random.unit();
    const std::uint32_t job = occupation_[educations()[education].group].draw(random);
    if (age < 6) {
        return place::kChild;
    }
    if (age < 16) {
        return place::kPupil;
    }
    if (age < 19) {
        return luck < 0.75 ? place::kPupil : job;
    }
    if (age < 28) {
        return luck < (education >= place::kUpperSecondary ? 0.4 : 0.1) ? place::kStudent : job;
    }
    const double years = age;
    const double retired = age < 58 ? 0 : std::min(0.985, (years - 57) / (age < 67 ? 20 : 11));
    return luck < retired ? place::kRetired : job;
}

std::uint32_t StayMaker::draw_insurance(Random& random,
                                        std::uint32_t age,
                                        std::uint32_t occupation) const {
    Situation situation = Situation::working;
    if (age >= 65) {
        situation = Situation::elderly;
    } else if (age < 18 || occupation < place::kRetired) {
        situation = Situation::young;
    } else if (occupation < place::kFirstAtWork + 3) {  // retired early or without work
        situation = Situation::without_work;
    } else if (occupations()[occupation].text == "Soldier") {
        situation = Situation::serving;
    }
    return insurance_[static_cast<std::size_t>(situation)].draw(random);
}

Stay StayMaker::make(Random& random) const {
    Stay stay{};
    const auto set = [&stay](Field field, std::uint32_t value) {
        stay[static_cast<std::size_t>(field)] = value;
    };
    const bool male = random.unit() >= 0.53;
    const std::uint32_t age = age_[male ? 1 : 0].draw(random);
    const auto women = static_cast<std::uint32_t>(female_names().size());
    const std::uint32_t first = first_name_[male ? 1 : 0].draw(random) + (male ? women : 0);
    const auto last_count = static_cast<std::uint32_t>(last_names().size());
    set(Field::name, first * last_count + last_name_.draw(random));
    set(Field::age, age);
    set(Field::sex, male ? 1 : 0);
    const std::uint32_t area = zip_area_.draw(random);
    set(Field::zip, area * kZipPlaces + zip_place_.draw(random));
    set(Field::marital_status, draw_marital(random, age, male));
    const std::uint32_t education = draw_education(random, age);
    set(Field::education, education);
    const std::uint32_t occupation = draw_occupation(random, age, education);
    set(Field::occupation, occupation);
    // Foreigners live in the crowded areas more often.
    const std::uint32_t nationality = nationality_.draw(random);
    set(Field::nationality, area < 25 || random.unit() < 0.4 ? nationality : 0);
    set(Field::insurance, draw_insurance(random, age, occupation));
    set(Field::admission_date, day_.draw(random));
    const std::uint32_t which = diagnosis_[diagnosis_band(age) * 2 + (male ? 1 : 0)].draw(random);
    const Diagnosis& diagnosis = diagnoses()[which];
    set(Field::department, diagnosis.department);
    set(Field::diagnosis, which);
    const std::uint32_t days = draw_days(random, diagnosis, age);
    set(Field::length_of_stay, days);
    set(Field::charges, draw_charges(random, diagnosis, days));
    return stay;
}

}  // namespace kanon::generate
