// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html/bins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>

namespace kanon {
namespace {

/// Twelve digits hide what multiplying a width by a bin's number leaves behind
/// (0.30000000000000004).
std::string number_text(double number) {
    return fmt::format("{:.12g}", number == 0 ? 0 : number);
}

/// Edge number i of the bins is edge(i); the bins cover [low, high].
Bins bins_between(double first, double last, const std::function<double(double)>& edge) {
    Bins bins;
    const auto count = static_cast<std::size_t>(last - first) + 2;
    for (std::size_t i = 0; i < count; ++i) {
        bins.edges.push_back(edge(first + static_cast<double>(i)));
    }
    return bins;
}

std::string inner_label(double low, double high, bool integer) {
    if (!integer) {
        return number_text(low) + " to " + number_text(high);
    }
    return high - low <= 1 ? number_text(low) : number_text(low) + " to " + number_text(high - 1);
}

/// The least of 1, 2, 5 times a power of ten, at least `least`, of which at most `most` cover the
/// span. \pre 1e-290 < high - low < 1e300
double round_width(double low, double high, double least, double most) {
    double power = std::pow(10, std::floor(std::log10((high - low) / most)));
    for (power = std::max(power, least);; power *= 10) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double width = power * factor;
            if (std::floor(high / width) - std::floor(low / width) < most) {
                return width;
            }
        }
    }
}

Bins number_bins(double low, double high, bool integer, double most) {
    const double span = high - low;
    const double size = std::max(std::abs(low), std::abs(high));
    const bool sound = span > 1e-290 && span < 1e300 && span > size * 1e-9;
    if (!sound) {
        return {};
    }
    const double width = round_width(low, high, integer ? 1 : 0, most);
    Bins bins = bins_between(
        std::floor(low / width), std::floor(high / width), [&](double i) { return i * width; });
    bins.labels.push_back("below " + number_text(bins.edges.front()));
    for (std::size_t i = 0; i + 1 < bins.edges.size(); ++i) {
        bins.labels.push_back(inner_label(bins.edges[i], bins.edges[i + 1], integer));
    }
    bins.labels.push_back(number_text(bins.edges.back()) + " and above");
    return bins;
}

using Days = std::chrono::sys_days;

Days day_of(double number) {
    return Days{std::chrono::days{static_cast<std::int32_t>(number)}};
}

std::string date_text(Days day) {
    const std::chrono::year_month_day date{day};
    return fmt::format("{:04}-{:02}-{:02}",
                       static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()),
                       static_cast<unsigned>(date.day()));
}

/// Months since the year 0.
double month_of(double number) {
    const std::chrono::year_month_day date{day_of(number)};
    return static_cast<int>(date.year()) * 12 + static_cast<int>(unsigned{date.month()}) - 1;
}

double first_day_of(double month) {
    const int year = static_cast<int>(std::floor(month / 12));
    const auto rest = static_cast<unsigned>(month - year * 12.0);
    const std::chrono::year_month_day date{
        std::chrono::year{year}, std::chrono::month{rest + 1}, std::chrono::day{1}};
    return static_cast<double>(Days{date}.time_since_epoch().count());
}

/// The days [low, high) as a year, a month, or their first and last.
std::string span_text(double low, double high) {
    const std::string first = date_text(day_of(low));
    const std::string last = date_text(day_of(high - 1));
    const double months = month_of(high) - month_of(low);
    const bool whole = first_day_of(month_of(low)) == low && first_day_of(month_of(high)) == high;
    const bool years = whole && std::fmod(months, 12) == 0 && first.substr(5) == "01-01";
    const std::size_t digits = years ? 4 : whole ? 7 : 10;
    const std::string begin = first.substr(0, digits);
    const std::string end = last.substr(0, digits);
    return begin == end ? begin : begin + " to " + end;
}

Bins date_edges(double low, double high, double most) {
    constexpr double kWeek = 7;
    if (high - low < kWeek * (most - 1)) {
        return bins_between(
            std::floor(low / kWeek), std::floor(high / kWeek), [](double i) { return i * kWeek; });
    }
    for (const double months : {1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 12000}) {
        const double first = std::floor(month_of(low) / months);
        const double last = std::floor(month_of(high) / months);
        if (last - first < most) {
            return bins_between(
                first, last, [months](double i) { return first_day_of(i * months); });
        }
    }
    return {};
}

Bins date_bins(double low, double high, double most) {
    if (!(high > low)) {
        return {};
    }
    Bins bins = date_edges(low, high, most);
    if (bins.empty()) {
        return bins;
    }
    bins.labels.push_back("before " + date_text(day_of(bins.edges.front())));
    for (std::size_t i = 0; i + 1 < bins.edges.size(); ++i) {
        bins.labels.push_back(span_text(bins.edges[i], bins.edges[i + 1]));
    }
    bins.labels.push_back("from " + date_text(day_of(bins.edges.back())));
    return bins;
}

}  // namespace

std::size_t Bins::bin_of(double number) const {
    const auto place = std::upper_bound(edges.begin(), edges.end(), number);
    return static_cast<std::size_t>(place - edges.begin());
}

Bins round_bins(double low, double high, ValueType type, std::size_t most) {
    const auto bins = static_cast<double>(most);
    return is_of_calendar(type) ? date_bins(std::floor(low), std::floor(high), bins)
                                : number_bins(low, high, type == ValueType::integer, bins);
}

}  // namespace kanon
