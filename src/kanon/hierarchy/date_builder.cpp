// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/builders.hpp"
#include "kanon/hierarchy/builders_internal.hpp"
#include "kanon/table/values/written_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <set>
#include <unordered_map>
#include <utility>

namespace kanon {
namespace {

constexpr std::int64_t kSecondsOfDay = 86400;
constexpr std::int64_t kSecondsOfHour = 3600;
constexpr int kMonths = 12;
constexpr int kMonthsOfQuarter = 3;

/// What stands in a cell, as its own clock shows it.
WrittenMoment moment_of(const Dictionary& dictionary, Code code) {
    const std::optional<WrittenMoment> moment =
        written_moment(dictionary.text(code), dictionary.notation());
    if (moment) {
        return *moment;
    }
    // An open end is spelled as a range.
    return {.day = static_cast<std::int64_t>(std::floor(dictionary.number(code)))};
}

struct YearMonth {
    int year = 0;
    int month = 1;
};

YearMonth year_month_of(std::int64_t day) {
    const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
    return {static_cast<int>(date.year()), static_cast<int>(unsigned{date.month()})};
}

/// The year with which the period of a year begins.
int first_year_of(int year, Period period) {
    const int years = years_of(period);
    const int into = (year % years + years) % years;
    return year - into;
}

/// The number of a period among all of its kind.
std::int64_t number_of(const WrittenMoment& moment, Period period) {
    constexpr std::int64_t kHours = 24;
    const YearMonth at = year_month_of(moment.day);
    switch (period) {
        case Period::hour:
            return moment.day * kHours + moment.second / kSecondsOfHour;
        case Period::day:
            return moment.day;
        case Period::month:
            return std::int64_t{at.year} * kMonths + at.month - 1;
        case Period::quarter:
            return std::int64_t{at.year} * (kMonths / kMonthsOfQuarter) +
                   (at.month - 1) / kMonthsOfQuarter;
        default:
            break;
    }
    return first_year_of(at.year, period);
}

/// `2020-02-17`, or as it is written: `64/04/12`.
std::string day_of(const Dictionary& dictionary, Code code, const WrittenMoment& moment) {
    return dictionary.type() == ValueType::date && dictionary.notation() == Notation::standard
               ? std::string(dictionary.text(code))
               : day_text(static_cast<double>(moment.day));
}

std::string label_of(const Dictionary& dictionary, Code code, Period period) {
    constexpr std::size_t kMonthEnd = 3;  // behind it stands `-17`
    constexpr std::size_t kYearEnd = 6;
    const WrittenMoment moment = moment_of(dictionary, code);
    std::string day = day_of(dictionary, code, moment);
    switch (period) {
        case Period::hour:
            return fmt::format("{} {:02}h", day, moment.second / kSecondsOfHour);
        case Period::day:
            return day;
        case Period::month:
            return day.substr(0, day.size() - kMonthEnd);
        case Period::quarter:
            return fmt::format("{}Q{}",
                               day.substr(0, day.size() - kYearEnd + 1),
                               (year_month_of(moment.day).month - 1) / kMonthsOfQuarter + 1);
        case Period::year:
            return day.substr(0, day.size() - kYearEnd);
        default:
            break;
    }
    const int first = first_year_of(year_month_of(moment.day).year, period);
    return fmt::format("{0:0{2}}-{1:0{2}}",
                       first,
                       first + years_of(period) - 1,
                       std::max<std::size_t>(day.size() - kYearEnd, 1));
}

Hierarchy::LevelMap level_of(const Dictionary& dictionary, Period period) {
    Hierarchy::LevelMap map;
    map.label_of_code.resize(dictionary.size());
    std::unordered_map<std::int64_t, Code> labels;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const std::int64_t number = number_of(moment_of(dictionary, code), period);
        const auto [known, added] =
            labels.try_emplace(number, static_cast<Code>(map.labels.size()));
        if (added) {
            map.labels.push_back(label_of(dictionary, code, period));
        }
        map.label_of_code[code] = known->second;
    }
    detail::add_missing_label(dictionary, map);
    return map;
}

/// Bands of years, each of which joins some of the periods before it, but not all.
void add_bands(const Dictionary& dictionary, std::vector<Period>& periods) {
    const auto count = [&](Period period) {
        std::set<int> first_years;
        for (Code code = 0; code < dictionary.value_count(); ++code) {
            first_years.insert(
                first_year_of(year_month_of(moment_of(dictionary, code).day).year, period));
        }
        return first_years.size();
    };
    std::size_t finer = count(Period::year);
    for (const Period band :
         {Period::five_years, Period::ten_years, Period::twenty_years, Period::century}) {
        const std::size_t labels = count(band);
        if (labels > 1 && labels < finer) {
            periods.push_back(band);
            finer = labels;
        }
    }
}

void check(const Dictionary& dictionary,
           const std::vector<Period>& periods,
           const BuildContext& context) {
    if (!is_of_calendar(dictionary.type())) {
        detail::refuse(
            context,
            "a date hierarchy needs dates such as 2020-02-17, or times behind them, but the column "
            "is of type " +
                std::string(to_string(dictionary.type())) +
                "; use another hierarchy, or declare the type and the missing marks");
    }
    if (std::ranges::adjacent_find(periods, std::greater_equal<>()) != periods.end()) {
        detail::refuse(context,
                       "the periods of dates ascend, each once: hour, day, month, quarter, year, "
                       "5-years, 10-years, 20-years, century");
    }
    const bool too_fine =
        dictionary.type() == ValueType::date && !periods.empty() && periods.front() <= Period::day;
    if (too_fine) {
        detail::refuse(context,
                       "dates have no hours, and are days themselves; begin with month or what is "
                       "longer");
    }
}

}  // namespace

std::vector<Period> periods_of(const Dictionary& dictionary) {
    std::vector<Period> out{Period::month, Period::quarter, Period::year};
    add_bands(dictionary, out);
    if (dictionary.type() != ValueType::datetime) {
        return out;
    }
    bool has_hours = false;
    bool has_minutes = false;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const WrittenMoment moment = moment_of(dictionary, code);
        has_hours = has_hours || moment.second != 0 || !moment.fraction.empty();
        has_minutes =
            has_minutes || moment.second % kSecondsOfHour != 0 || !moment.fraction.empty();
    }
    if (has_hours) {
        out.insert(out.begin(), Period::day);
    }
    if (has_minutes) {
        out.insert(out.begin(), Period::hour);
    }
    return out;
}

Hierarchy date_hierarchy(std::shared_ptr<const Dictionary> dictionary,
                         const std::vector<Period>& periods,
                         const BuildContext& context) {
    if (dictionary->value_count() == 0) {
        return flat_hierarchy(std::move(dictionary));
    }
    check(*dictionary, periods, context);
    std::vector<Hierarchy::LevelMap> levels;
    for (const Period period : periods.empty() ? periods_of(*dictionary) : periods) {
        levels.push_back(level_of(*dictionary, period));
    }
    levels.push_back(detail::star_level(dictionary->size()));
    return {std::move(dictionary), std::move(levels), HierarchyKind::date};
}

}  // namespace kanon
