// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// Does a single value belong to a list of codes that everybody uses?
namespace kanon::profile {

[[nodiscard]] bool is_country_code(std::string_view text);  ///< ISO 3166-1, two or three letters
[[nodiscard]] bool is_us_state(std::string_view text);      ///< two letters
[[nodiscard]] bool is_nuts_region(std::string_view text);   ///< level 1 to 3: `DE2` to `DE212`

/// A US county (5 digits), tract (11) or block group (12) that begins with the number of a state.
[[nodiscard]] bool is_fips_code(std::string_view text);

/// By form: ICD-10 `E11`, `E11.9`, `S72001A`, and ICD-9 with its letters: `V22.1`, `E880`.
[[nodiscard]] bool looks_like_icd(std::string_view text);

/// Yes, no or unknown, as a word or letter of English, German, French, Italian or Spanish.
[[nodiscard]] bool is_yes_no_word(std::string_view text);

}  // namespace kanon::profile
