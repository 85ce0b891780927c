// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/requests/lbqid.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>

namespace kanon::places {
namespace {

constexpr std::array<std::string_view, 5> kGranules{
    "days", "weekdays", "weekends", "weeks", "months"};
constexpr std::int64_t kDaysOfWeek = 7;

[[noreturn]] void refuse_recurrence(const std::string& message) {
    throw Error(ErrorCode::bad_policy,
                "recurrence: " + message + "; write such as 3.weekdays * 2.weeks");
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Recurrence parse_term(std::string_view term) {
    Recurrence out;
    const auto [stop, fault] = std::from_chars(term.data(), term.data() + term.size(), out.count);
    const auto digits = static_cast<std::size_t>(stop - term.data());
    if (fault != std::errc{} || out.count == 0 || digits >= term.size() || term[digits] != '.') {
        refuse_recurrence("a term is a number from 1, a point and a word");
    }
    const std::string_view word = term.substr(digits + 1);
    const auto* const found = std::ranges::find(kGranules, word);
    if (found == kGranules.end()) {
        refuse_recurrence("'" + std::string(word) + "' is not known" + suggestion(word, kGranules));
    }
    out.granule = static_cast<Granule>(found - kGranules.begin());
    return out;
}

bool is_longer(Granule granule) {
    return granule == Granule::weeks || granule == Granule::months;
}

/// Days first, then each granule longer than the one before.
void check_order(const std::vector<Recurrence>& terms) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (is_longer(terms[i].granule) != (i > 0) ||
            (i > 0 && terms[i - 1].granule >= terms[i].granule)) {
            refuse_recurrence("days, weekdays or weekends come first, then weeks, then months");
        }
    }
}

std::int64_t floor_of(std::int64_t value, std::int64_t by) {
    return value >= 0 ? value / by : -((-value + by - 1) / by);
}

}  // namespace

std::vector<Recurrence> parse_recurrence(std::string_view text) {
    std::vector<Recurrence> out;
    for (;;) {
        const std::size_t star = text.find('*');
        out.push_back(parse_term(trimmed(text.substr(0, star))));
        if (star == std::string_view::npos) {
            break;
        }
        text.remove_prefix(star + 1);
    }
    check_order(out);
    return out;
}

std::int64_t granule_of(std::int64_t day, Granule granule) {
    constexpr std::int64_t kThursday = 3;  // 1970-01-01, of a week that begins on Monday
    constexpr std::int64_t kSaturday = 5;
    constexpr std::int64_t kMonths = 12;
    const std::int64_t week = floor_of(day + kThursday, kDaysOfWeek);
    const std::int64_t of_week = day + kThursday - week * kDaysOfWeek;
    switch (granule) {
        case Granule::days:
            return day;
        case Granule::weekdays:
            return of_week < kSaturday ? day : -1;
        case Granule::weekends:
            return of_week >= kSaturday ? day : -1;
        case Granule::weeks:
            return week;
        case Granule::months:
            break;
    }
    const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
    return static_cast<int>(date.year()) * kMonths + static_cast<unsigned>(date.month());
}

}  // namespace kanon::places
