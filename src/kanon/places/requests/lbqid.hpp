// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/requests/request.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::places {

/// A part of the calendar. weekdays: Monday to Friday, a day each; weeks begin on Monday.
enum class Granule : std::uint8_t { days, weekdays, weekends, weeks, months };

/// `3.weekdays`: so many granules of that kind.
struct Recurrence {
    std::uint32_t count = 1;
    Granule granule = Granule::days;

    friend bool operator==(const Recurrence&, const Recurrence&) = default;
};

/// A place at a time of the day.
struct LbqidElement {
    Range<double> x;
    Range<double> y;
    Range<std::int64_t> minutes;  ///< of the day, from 0 to 1440
};

/// A location-based quasi-identifier: a habit that gives a person away to who knows it, such as
/// home and work on three weekdays in two weeks. A day completes it once where it has a request of
/// each element, in their order. `3.weekdays * 2.weeks`: three such weekdays within a week, and two
/// such weeks.
///
/// Bettini, Wang, Jajodia: Protecting privacy against location-based personal identification,
/// SDM 2005, section 4. The paper was not at hand. Differs: the innermost granule is a day.
struct Lbqid {
    std::string name;
    std::vector<LbqidElement> elements;  ///< one or more
    std::vector<Recurrence> recurrence;  ///< innermost first: days of a kind, then longer ones
};

/// Read `3.weekdays * 2.weeks`. \throws Error{bad_policy} that says what was expected
[[nodiscard]] std::vector<Recurrence> parse_recurrence(std::string_view text);

/// The number of the granule that a day since 1970-01-01 is in, or -1: it is in none.
[[nodiscard]] std::int64_t granule_of(std::int64_t day, Granule granule);

inline constexpr Moment kMinute = 60'000;
inline constexpr Moment kDay = 86'400'000;

/// The day of a moment, since 1970-01-01.
[[nodiscard]] inline std::int64_t day_of(Moment time) {
    return time >= 0 ? time / kDay : -((-time + kDay - 1) / kDay);
}

/// True if a request is at the place of an element at its time of the day.
[[nodiscard]] inline bool is_at(const LbqidElement& element, const Request& request) {
    const Moment of_day = request.time - day_of(request.time) * kDay;
    return element.x.holds(request.x) && element.y.holds(request.y) &&
           element.minutes.least * kMinute <= of_day &&
           of_day <= element.minutes.greatest * kMinute;
}

}  // namespace kanon::places
