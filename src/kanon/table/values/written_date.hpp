// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/values/value_type.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace kanon {

/// A text of three numbers that may be a date.
struct WrittenDate {
    std::array<unsigned, 3> parts{};  ///< in the order in which they stand
    char separator = '-';
    bool long_year = true;  ///< of four digits

    /// Days since 1970-01-01 if the parts are read as a notation has them; none if the calendar has
    /// no such day.
    [[nodiscard]] std::optional<double> day(Notation notation) const;
};

/// The parts of a date in a notation; none if they do not stand as it has them.
[[nodiscard]] std::optional<WrittenDate> written_date(std::string_view text, Notation notation);

}  // namespace kanon
