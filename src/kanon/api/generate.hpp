// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/generate/hospital.hpp"
#include "kanon/generate/stays.hpp"
#include "kanon/policy/policy.hpp"

#include <span>
#include <string>

namespace kanon {

/// A policy that fits generate_stays() with the same columns left out: patient_id, name and
/// admission_date identifying; age, sex, zip, marital_status, education, occupation, nationality
/// and insurance quasi-identifying, each with its hierarchy; the rest sensitive; k = 10, three
/// diagnoses in every class, at most 5% of the rows suppressed.
[[nodiscard]] Policy stays_policy(std::span<const std::string> leave_out = {});

}  // namespace kanon
