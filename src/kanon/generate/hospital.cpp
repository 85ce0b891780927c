// SPDX-License-Identifier: Apache-2.0
#include "kanon/generate/hospital.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/generate/person.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace kanon {
namespace {

using generate::Field;
using generate::Stay;

constexpr std::uint64_t kMostPersons = 100'000'000;
constexpr double kMostStays = 200;
constexpr int kTriesForLike = 12;

/// A test of the laboratory: where its results lie.
struct LabTest {
    std::string_view name;
    double mean;
    double spread;
};

constexpr std::array<LabTest, 8> kTests{{{"haemoglobin", 13.5, 1.8},
                                         {"leukocytes", 7.5, 2.5},
                                         {"creatinine", 0.95, 0.3},
                                         {"sodium", 139, 3.5},
                                         {"potassium", 4.2, 0.5},
                                         {"CRP", 14, 12},
                                         {"glucose", 105, 25},
                                         {"ALT", 28, 12}}};

constexpr std::array<std::string_view, 14> kDrugs{"paracetamol",
                                                  "ibuprofen",
                                                  "metamizole",
                                                  "amoxicillin",
                                                  "cefuroxime",
                                                  "ramipril",
                                                  "bisoprolol",
                                                  "amlodipine",
                                                  "metformin",
                                                  "insulin",
                                                  "enoxaparin",
                                                  "furosemide",
                                                  "pantoprazole",
                                                  "prednisolone"};

/// Codes of a column that is drawn from a list of words.
class DrawnColumn {
public:
    explicit DrawnColumn(Field field) : field_(field) {}

    void add(const Stay& stay) {
        codes_.push_back(static_cast<std::int32_t>(stay[static_cast<std::size_t>(field_)]));
    }

    void to(TableBuilder& builder) const {
        std::vector<std::string> words;
        for (std::uint32_t place = 0; place < generate::word_count(field_); ++place) {
            words.push_back(generate::word(field_, place));
        }
        builder.add_codes(generate::field_name(field_), codes_, words);
    }

private:
    Field field_;
    std::vector<std::int32_t> codes_;
};

std::string numbered(char letter, std::uint64_t number, std::size_t digits) {
    std::string text = std::to_string(number);
    return letter + std::string(digits - std::min(digits, text.size()), '0') + text;
}

class Hospital {
public:
    explicit Hospital(std::uint64_t seed) : seed_(seed) {}

    void add_person(std::uint64_t number) {
        Random mixer(seed_ * 0xD1B54A32D192ED03ULL + number);
        Random random(mixer.next());
        const Stay first = maker_.make(random);
        pid_.push_back(numbered('P', number + 1, 7));
        for (DrawnColumn& column : persons_) {
            column.add(first);
        }
        const std::uint64_t stays = draw_stays(random, first);
        for (std::uint64_t i = 0; i < stays; ++i) {
            add_stay(random, i == 0 ? first : draw_like(random, first));
        }
    }

    [[nodiscard]] std::vector<HospitalTable> finish() const {
        TableBuilder persons;
        persons.add_text("pid", pid_);
        for (const DrawnColumn& column : persons_) {
            column.to(persons);
        }
        TableBuilder stays;
        stays.add_text("stay", stay_).add_text("pid", pid_of_stay_);
        for (const DrawnColumn& column : stays_) {
            column.to(stays);
        }
        TableBuilder labs;
        labs.add_text("stay", stay_of_lab_)
            .add_codes("test", test_, names_of_tests())
            .add_numbers("result", result_);
        TableBuilder prescriptions;
        prescriptions.add_text("stay", stay_of_drug_)
            .add_codes("drug", drug_, kDrugs)
            .add_integers("days", days_);
        return {{"persons", persons.finish()},
                {"stays", stays.finish()},
                {"labs", labs.finish()},
                {"prescriptions", prescriptions.finish()}};
    }

private:
    static std::vector<std::string_view> names_of_tests() {
        std::vector<std::string_view> out;
        out.reserve(kTests.size());
        for (const LabTest& test : kTests) {
            out.push_back(test.name);
        }
        return out;
    }

    static std::uint32_t at(const Stay& stay, Field field) {
        return stay[static_cast<std::size_t>(field)];
    }

    /// How often somebody of that age comes: most a few times, some very often.
    static std::uint64_t draw_stays(Random& random, const Stay& first) {
        constexpr double kYoung = 3;
        constexpr double kByYear = 0.03;
        const double mean = kYoung + kByYear * at(first, Field::age);
        const double more = -mean * std::log(1 - random.unit());
        return 1 + static_cast<std::uint64_t>(std::min(more, kMostStays));
    }

    /// Another stay of somebody of like age and sex.
    Stay draw_like(Random& random, const Stay& first) const {
        constexpr std::uint32_t kNear = 6;
        Stay out = maker_.make(random);
        for (int i = 0; i < kTriesForLike; ++i) {
            const std::uint32_t age = at(out, Field::age);
            const std::uint32_t wanted = at(first, Field::age);
            if (at(out, Field::sex) == at(first, Field::sex) &&
                std::max(age, wanted) - std::min(age, wanted) <= kNear) {
                break;
            }
            out = maker_.make(random);
        }
        return out;
    }

    void add_stay(Random& random, const Stay& stay) {
        stay_.push_back(numbered('S', stay_.size() + 1, 8));
        pid_of_stay_.push_back(pid_.back());
        for (DrawnColumn& column : stays_) {
            column.add(stay);
        }
        add_labs(random, at(stay, Field::department));
        add_prescriptions(random, at(stay, Field::diagnosis));
    }

    /// The tests of a department: two that follow each other, a third in one stay of ten.
    void add_labs(Random& random, std::uint32_t department) {
        constexpr std::uint64_t kThird = 10;
        const std::size_t tests = random.below(kThird) == 0 ? 3 : 2;
        for (std::size_t i = 0; i < tests; ++i) {
            const std::size_t place = (department + i) % kTests.size();
            const LabTest& test = kTests[place];
            const double away = random.unit() + random.unit() + random.unit() - 1.5;
            stay_of_lab_.push_back(stay_.back());
            test_.push_back(static_cast<std::int32_t>(place));
            result_.push_back(std::round(std::max(0.1, test.mean + 2 * test.spread * away) * 10) /
                              10);
        }
    }

    void add_prescriptions(Random& random, std::uint64_t diagnosis) {
        constexpr std::uint64_t kMostDays = 14;
        constexpr std::uint64_t kOther = 4;
        const std::uint64_t drugs = 1 + (diagnosis % 3 == 0 ? 1 : 0);
        for (std::uint64_t i = 0; i < drugs; ++i) {
            const std::uint64_t usual = (diagnosis * 5 + i * 3) % kDrugs.size();
            const std::uint64_t drug =
                random.below(kOther) == 0 ? random.below(kDrugs.size()) : usual;
            stay_of_drug_.push_back(stay_.back());
            drug_.push_back(static_cast<std::int32_t>(drug));
            days_.push_back(static_cast<std::int64_t>(1 + random.below(kMostDays)));
        }
    }

    std::uint64_t seed_;
    generate::StayMaker maker_;
    std::vector<std::string> pid_;
    std::vector<DrawnColumn> persons_{DrawnColumn(Field::name),
                                      DrawnColumn(Field::age),
                                      DrawnColumn(Field::sex),
                                      DrawnColumn(Field::zip),
                                      DrawnColumn(Field::nationality),
                                      DrawnColumn(Field::insurance)};
    std::vector<std::string> stay_;
    std::vector<std::string> pid_of_stay_;
    std::vector<DrawnColumn> stays_{DrawnColumn(Field::admission_date),
                                    DrawnColumn(Field::department),
                                    DrawnColumn(Field::diagnosis),
                                    DrawnColumn(Field::length_of_stay),
                                    DrawnColumn(Field::charges)};
    std::vector<std::string> stay_of_lab_;
    std::vector<std::int32_t> test_;
    std::vector<double> result_;
    std::vector<std::string> stay_of_drug_;
    std::vector<std::int32_t> drug_;
    std::vector<std::int64_t> days_;
};

}  // namespace

std::vector<HospitalTable> generate_hospital(std::uint64_t persons, const RunContext& context) {
    if (persons == 0 || persons > kMostPersons) {
        throw Error(ErrorCode::usage,
                    "the number of persons must be between 1 and " + std::to_string(kMostPersons));
    }
    constexpr std::uint64_t kPersonsToLook = 4096;
    Hospital hospital(context.seed);
    for (std::uint64_t number = 0; number < persons; ++number) {
        if (number % kPersonsToLook == 0) {
            throw_if_cancelled(context);
            context.report({"generate", static_cast<double>(number), static_cast<double>(persons)});
        }
        hospital.add_person(number);
    }
    return hospital.finish();
}

std::string_view hospital_policy() {
    return R"(# Who knows all of this about a person finds five persons, or none.
schema:
  persons:
    file: persons.csv
    key: pid
    attributes:
      name: {role: identifying}
      age: {role: quasi-identifying}
      sex: {role: quasi-identifying}
      zip: {role: quasi-identifying}
      nationality: {role: insensitive}
      insurance: {role: insensitive}
  stays:
    file: stays.csv
    key: stay
    of: persons
    by: pid
    attributes:
      admission_date: {role: quasi-identifying}
      department: {role: quasi-identifying}
      diagnosis: {role: sensitive}
      length_of_stay: {role: insensitive}
      charges: {role: insensitive, round: 100}
    privacy:
      l-diversity: {attribute: diagnosis, l: 2}
  labs:
    file: labs.csv
    of: stays
    by: stay
    attributes:
      test: {role: insensitive}
      result: {role: sensitive}
  prescriptions:
    file: prescriptions.csv
    of: stays
    by: stay
    attributes:
      drug: {role: sensitive}
      days: {role: insensitive}
privacy:
  k-anonymity: 5
suppression:
  max: 20%
)";
}

}  // namespace kanon
