// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/requests/request.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kanon::places {

/// The columns of a stream of requests.
enum class Field : std::uint8_t { person, time, x, y, request, k, within, wait, least_area };

inline constexpr std::size_t kFields = 9;

/// How times are written in a stream: seconds, or a date with a time of the day behind it.
enum class TimeForm : std::uint8_t { seconds, date_time };

/// How the places and times of a stream are written, which its boxes repeat.
struct RequestForm {
    bool degrees = false;  ///< longitude and latitude; else metres
    TimeForm time = TimeForm::seconds;
};

/// The names of the coordinates: `x`, `y`, or `longitude`, `latitude`.
[[nodiscard]] std::array<std::string_view, 2> coordinate_names(bool degrees);

/// The name of a column in messages.
[[nodiscard]] std::string_view field_name(Field field, bool degrees);

/// The places of the fields among the columns of a stream.
struct FieldPlaces {
    std::array<std::optional<std::size_t>, kFields> at{};
    bool degrees = false;

    [[nodiscard]] std::optional<std::size_t> operator[](Field field) const {
        return at[static_cast<std::size_t>(field)];
    }
};

/// Find the fields: `person`, `time`, `x` and `y` or `longitude` and `latitude` (`lon`, `lat`);
/// `request`, `k`, `within`, `wait`, `min_area` where there are. Other columns are not looked at.
/// \throws Error{bad_input} naming one that is missing
[[nodiscard]] FieldPlaces find_fields(std::span<const std::string_view> columns,
                                      const std::string& file);

/// A moment as its stream has it; seconds with as many digits as are needed, three at most.
[[nodiscard]] std::string moment_as(Moment time, TimeForm form);

/// The moment that a text is, to the millisecond.
[[nodiscard]] std::optional<Moment> parse_moment(std::string_view text, TimeForm form);

/// The form of a text; none: it is no time.
[[nodiscard]] std::optional<TimeForm> time_form_of(std::string_view text);

}  // namespace kanon::places
