// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/values/value_type.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kanon {

/// A day and a time of it, as they are written.
struct WrittenMoment {
    std::int64_t day = 0;     ///< since 1970-01-01
    std::int64_t second = 0;  ///< of the day
    std::string fraction{};   ///< of the second, digits without zeros at the end
    bool has_time = false;    ///< a day alone is its midnight
    bool short_year = false;  ///< written in two digits
    /// Minutes by which the clock is before that of UTC; none: of no stated zone.
    std::optional<int> offset{};

    /// Days since 1970-01-01, in UTC where the zone is stated.
    [[nodiscard]] double days() const;

    /// The same for the same moment, whatever its spelling; moments of no stated zone are others.
    [[nodiscard]] std::string key() const;

    /// Negative, 0 or positive: this moment less the other one, by all digits.
    [[nodiscard]] int compare(const WrittenMoment& other) const;

    /// Year first, hours to 24: `1980-02-28 15:04:00.5+01:00`.
    [[nodiscard]] std::string standard_text() const;
};

/// A date, and behind a blank or a `T` hours and minutes, perhaps seconds and digits of them, `AM`
/// or `PM`, and a zone: `2020-02-17T13:05:09.25Z`, `2020-02-17 13:05+01:00`, `2/17/2020 1:05 PM`.
/// The date as a notation has it, or a date alone. None if the text is no such thing.
[[nodiscard]] std::optional<WrittenMoment> written_moment(std::string_view text, Notation notation);

}  // namespace kanon
