// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/derived_age.hpp"

#include "kanon/base/check.hpp"
#include "kanon/table/values/dictionary.hpp"
#include "kanon/table/values/written_time.hpp"

#include <chrono>
#include <string>
#include <utility>

namespace kanon {
namespace {

constexpr std::string_view kAgeAt = "age at ";

std::chrono::year_month_day calendar_day(std::int64_t day) {
    return std::chrono::sys_days(std::chrono::days(day));
}

/// \pre the birth is not after the day
unsigned years_between(std::int64_t birth, std::int64_t day) {
    const std::chrono::year_month_day from = calendar_day(birth);
    const std::chrono::year_month_day to = calendar_day(day);
    const int years = static_cast<int>(to.year()) - static_cast<int>(from.year());
    const bool is_still_to_come =
        std::pair(to.month(), to.day()) < std::pair(from.month(), from.day());
    return static_cast<unsigned>(years - (is_still_to_come ? 1 : 0));
}

/// The day of a value; none: it is no date.
std::optional<std::int64_t> day_of_value(const Dictionary& dictionary, Code code) {
    const std::optional<WrittenMoment> moment =
        written_moment(dictionary.text(code), Notation::standard);
    return moment ? std::optional(moment->day) : std::nullopt;
}

std::size_t first_row_of(const Column& column, Code code) {
    std::size_t row = 0;
    while (column.codes[row] != code) {
        ++row;
    }
    return row;
}

}  // namespace

std::optional<std::int64_t> day_of_age(std::string_view rule) {
    if (!rule.starts_with(kAgeAt)) {
        return std::nullopt;
    }
    const std::optional<WrittenMoment> moment =
        written_moment(rule.substr(kAgeAt.size()), Notation::standard);
    if (!moment || moment->has_time || moment->short_year) {
        return std::nullopt;
    }
    return moment->day;
}

std::optional<NoAge> find_no_age(const Column& births, std::string_view rule) {
    const std::int64_t day = *day_of_age(rule);
    const Dictionary& dictionary = *births.dictionary;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const std::optional<std::int64_t> birth = day_of_value(dictionary, code);
        if (birth && *birth <= day) {
            continue;
        }
        return NoAge{.row = first_row_of(births, code),
                     .why = birth ? "is after " + std::string(rule.substr(kAgeAt.size())) +
                                        ", the day of the ages; correct it, or choose a later day"
                                  : "is no date, so it has no age; write dates as 1990-12-31, and "
                                    "leave cells empty where none is known"};
    }
    return std::nullopt;
}

std::vector<unsigned> ages_of_values(const Column& births, std::string_view rule) {
    const std::int64_t day = *day_of_age(rule);
    const Dictionary& dictionary = *births.dictionary;
    std::vector<unsigned> out;
    out.reserve(dictionary.value_count());
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const std::optional<std::int64_t> birth = day_of_value(dictionary, code);
        KANON_CHECK(birth && *birth <= day);
        out.push_back(years_between(*birth, day));
    }
    return out;
}

}  // namespace kanon
