// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/values/dictionary.hpp"

#include <string_view>

namespace kanon::profile {

/// What the values of a column look like, whatever its name says.
enum class Shape {
    plain,            ///< nothing that tells
    mail_addresses,   ///< `a@b.org`
    network_address,  ///< `10.0.0.1`
    marked_numbers,   ///< telephone and registration numbers: `+49-30-1234567`
    record_numbers,   ///< serial numbers, codes of one pattern with many digits, UUIDs, hashes
    flags,            ///< digits that stand for yes and no: 0 and 1, or 1 and 2
    yes_no,           ///< yes and no, in words or letters
    years,            ///< four digits, all in the years of people alive in living memory
    months,           ///< 1 to 12, ten of them at least
    icd_codes,        ///< diagnoses by the ICD: `E11.9`
    countries,        ///< ISO 3166 codes
    us_states,        ///< their two letters
    nuts_regions,     ///< of the European Union: `DE212`
    fips_codes,       ///< US counties and tracts: state, county, tract as digits
};

/// The shape that most values have; of a large dictionary a thousand values are looked at, evenly
/// spread. Cost O(1000 values). Missing values are not looked at.
[[nodiscard]] Shape shape_of(const Dictionary& dictionary);

/// `values look like ...`; "" for plain and flags.
[[nodiscard]] std::string_view text_of(Shape shape);

}  // namespace kanon::profile
