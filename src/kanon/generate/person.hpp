// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/generate/sampler.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon::generate {

/// The columns of a stay that are drawn from a list, in table order (patient_id stands before).
enum class Field : std::uint8_t {
    name,
    age,
    sex,
    zip,
    marital_status,
    education,
    occupation,
    nationality,
    insurance,
    admission_date,
    department,
    diagnosis,
    length_of_stay,
    charges
};
constexpr std::size_t kFieldCount = 14;

/// One stay: for each field a place in its list of words.
using Stay = std::array<std::uint32_t, kFieldCount>;

[[nodiscard]] const char* field_name(Field field);

/// The type in which a field is written to files that have types.
[[nodiscard]] const char* field_storage_type(Field field);

/// Number of words of a field.
[[nodiscard]] std::size_t word_count(Field field);

/// A word of a field, as it stands in the table.
[[nodiscard]] std::string word(Field field, std::uint32_t place);

/// Draws stays. Immutable once built: safe to share between threads.
class StayMaker {
public:
    StayMaker();

    /// The stay that a stream of random numbers makes.
    [[nodiscard]] Stay make(Random& random) const;

private:
    [[nodiscard]] std::uint32_t draw_marital(Random& random, std::uint32_t age, bool male) const;
    [[nodiscard]] std::uint32_t draw_education(Random& random, std::uint32_t age) const;
    [[nodiscard]] std::uint32_t draw_occupation(Random& random,
                                                std::uint32_t age,
                                                std::uint32_t education) const;
    [[nodiscard]] std::uint32_t draw_insurance(Random& random,
                                               std::uint32_t age,
                                               std::uint32_t occupation) const;

    std::array<Sampler, 2> first_name_;  ///< by sex
    Sampler last_name_;
    std::array<Sampler, 2> age_;  ///< by sex
    Sampler zip_area_;
    Sampler zip_place_;
    std::vector<Sampler> marital_;     ///< by age band, then sex
    std::vector<Sampler> education_;   ///< of adults, by age band
    std::vector<Sampler> occupation_;  ///< of workers, by education group
    Sampler nationality_;
    std::vector<Sampler> insurance_;  ///< by situation in life
    Sampler day_;
    std::vector<Sampler> diagnosis_;  ///< by age band, then sex
};

}  // namespace kanon::generate
