// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

/// The words and frequencies of made-up hospital stays. No person is meant by any of them.
namespace kanon::generate {

/// A word and how often it is drawn against the others of its list.
struct Word {
    std::string_view text;
    double weight;
};

/// A word of a list that falls into groups: its place among the groups' names.
struct GroupedWord {
    std::string_view text;
    std::uint8_t group;
    double weight;
};

/// An occupation: how often people of basic, middle and higher education have it.
struct Occupation {
    std::string_view text;
    std::uint8_t group;
    std::array<double, 3> weights;
};

/// Ages in years at which the bands of a diagnosis begin: newborn, child, young, middle, old, very
/// old.
constexpr std::array<int, 6> kDiagnosisBands{0, 1, 18, 40, 60, 80};

/// A reason for a stay.
struct Diagnosis {
    std::string_view text;
    std::uint8_t department;
    double mean_days;
    double cost_per_day;
    double base_cost;
    double female;                  ///< factor on the weights for women
    double male;                    ///< and for men
    std::array<double, 6> weights;  ///< one per band of kDiagnosisBands
};

[[nodiscard]] std::span<const Word> female_names();
[[nodiscard]] std::span<const Word> male_names();
[[nodiscard]] std::span<const Word> last_names();

[[nodiscard]] std::span<const GroupedWord> marital_statuses();  ///< weights unused
[[nodiscard]] std::span<const std::string_view> marital_groups();

[[nodiscard]] std::span<const GroupedWord> educations();  ///< weights unused
[[nodiscard]] std::span<const std::string_view> education_groups();

[[nodiscard]] std::span<const Occupation> occupations();
[[nodiscard]] std::span<const std::string_view> occupation_groups();

[[nodiscard]] std::span<const GroupedWord> nationalities();
[[nodiscard]] std::span<const std::string_view> nationality_groups();

[[nodiscard]] std::span<const GroupedWord> insurances();  ///< weights unused
[[nodiscard]] std::span<const std::string_view> insurance_groups();

[[nodiscard]] std::span<const std::string_view> departments();
[[nodiscard]] std::span<const Diagnosis> diagnoses();

/// Three-digit areas of postal codes; the first are the most crowded.
[[nodiscard]] std::span<const std::string_view> zip_areas();

/// Places in the lists above that the rules of age need by name.
namespace place {
constexpr std::uint32_t kSingle = 0;
constexpr std::uint32_t kNoSchooling = 0;
constexpr std::uint32_t kPrimary = 1;
constexpr std::uint32_t kLowerSecondary = 2;
constexpr std::uint32_t kUpperSecondary = 3;
constexpr std::uint32_t kChild = 0;
constexpr std::uint32_t kPupil = 1;
constexpr std::uint32_t kStudent = 2;
constexpr std::uint32_t kRetired = 3;
constexpr std::uint32_t kFirstAtWork = 4;  ///< from here on the weights of Occupation count
}  // namespace place

}  // namespace kanon::generate
