// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/requests/request_form.hpp"

#include "kanon/base/error.hpp"
#include "kanon/places/requests/lbqid.hpp"
#include "kanon/places/requests/numbers.hpp"
#include "kanon/table/values/value_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kanon::places {
namespace {

constexpr Moment kSecond = 1000;
constexpr double kMostSeconds = 1e11;  // some 3,000 years

constexpr std::array<std::string_view, kFields> kNames{
    "person", "time", "x", "y", "request", "k", "within", "wait", "min_area"};

std::optional<std::size_t> find_column(std::span<const std::string_view> columns,
                                       std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const auto found = std::ranges::find(columns, name);
        if (found != columns.end()) {
            return static_cast<std::size_t>(found - columns.begin());
        }
    }
    return std::nullopt;
}

}  // namespace

std::array<std::string_view, 2> coordinate_names(bool degrees) {
    return degrees ? std::array<std::string_view, 2>{"longitude", "latitude"}
                   : std::array<std::string_view, 2>{"x", "y"};
}

std::string_view field_name(Field field, bool degrees) {
    if (field == Field::x || field == Field::y) {
        return coordinate_names(degrees)[field == Field::x ? 0 : 1];
    }
    return kNames[static_cast<std::size_t>(field)];
}

FieldPlaces find_fields(std::span<const std::string_view> columns, const std::string& file) {
    FieldPlaces out;
    for (std::size_t field = 0; field < kFields; ++field) {
        out.at[field] = find_column(columns, {kNames[field]});
    }
    auto& x = out.at[static_cast<std::size_t>(Field::x)];
    auto& y = out.at[static_cast<std::size_t>(Field::y)];
    if (!x && !y) {
        x = find_column(columns, {"longitude", "lon"});
        y = find_column(columns, {"latitude", "lat"});
        out.degrees = x.has_value() || y.has_value();
    }
    for (const Field field : {Field::person, Field::time, Field::x, Field::y}) {
        if (!out[field]) {
            throw Error(ErrorCode::bad_input,
                        fmt::format("requests need a column '{}'{}",
                                    field_name(field, out.degrees),
                                    field == Field::x ? ", or longitude and latitude" : ""),
                        {.file = file});
        }
    }
    return out;
}

std::string moment_as(Moment time, TimeForm form) {
    if (form == TimeForm::date_time) {
        return moment_text(static_cast<double>(time) / static_cast<double>(kDay));
    }
    return time % kSecond == 0
               ? fmt::format("{}", time / kSecond)
               : fmt::format("{}", static_cast<double>(time) / static_cast<double>(kSecond));
}

std::optional<Moment> parse_moment(std::string_view text, TimeForm form) {
    const std::optional<double> number =
        form == TimeForm::seconds ? finite_number(text) : parse_number(text, ValueType::datetime);
    const auto scale = static_cast<double>(form == TimeForm::seconds ? kSecond : kDay);
    if (!number || std::abs(*number) * scale > kMostSeconds * static_cast<double>(kSecond)) {
        return std::nullopt;
    }
    return std::llround(*number * scale);
}

std::optional<TimeForm> time_form_of(std::string_view text) {
    for (const TimeForm form : {TimeForm::seconds, TimeForm::date_time}) {
        if (parse_moment(text, form)) {
            return form;
        }
    }
    return std::nullopt;
}

}  // namespace kanon::places
