// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/values/value_type.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// How the values of a column are to be understood. By itself: as they stand, in standard notation.
struct ValueRules {
    std::optional<ValueType> declared{};  ///< none: the narrowest type that fits every value
    /// Spellings such as `NA` are missing where they alone keep a column from being numbers or
    /// dates, and a `?` among other values always.
    bool find_missing = false;
    /// Decimal commas, commas between thousands, and dates with the day or the month first are
    /// looked for.
    bool find_notation = false;
    bool decimal_comma = false;       ///< numbers have one: `1.234` is a thousand and more
    bool thousands = false;           ///< commas part them: `1,234` is a thousand and more
    std::optional<Notation> dates{};  ///< how dates are written; none: as find_notation says
};

/// What was found of a column's values that its file does not say.
struct FoundValues {
    /// What keeps numbers or dates from being told: dates that may have the day or the month first
    /// (`01/02/1980`), dates that may begin or end with a year of two digits (`05/12/20`), commas
    /// before three digits each (`1,234`), zeros that lead some spellings of a number and not
    /// others (`02` and `2`), times of which some state their zone and others do not.
    enum class Doubt : std::uint8_t { none, dates, years, commas, zeros, zones };

    std::vector<std::string> missing;  ///< spellings that were taken for the missing value
    Doubt doubt = Doubt::none;
    bool short_years = false;  ///< dates have years of two digits: 30 to 99 are of the 20th century
};

}  // namespace kanon
