// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/written_time.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/table/values/written_date.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace kanon {
namespace {

constexpr std::int64_t kSecondsOfDay = 86400;
constexpr std::int64_t kSecondsOfHour = 3600;
constexpr int kMinutesOfHour = 60;

/// Reads what stands behind a date, part by part.
class TimeReader {
public:
    explicit TimeReader(std::string_view text) : rest_(text) {}

    /// False if the text is no time of day.
    bool read(WrittenMoment& out) {
        return read_clock(out) && read_half(out) && read_zone(out) && rest_.empty();
    }

private:
    std::optional<int> take_number(std::size_t least, std::size_t most) {
        std::size_t count = 0;
        int value = 0;
        while (count < most && count < rest_.size() && is_digit(rest_[count])) {
            value = value * 10 + (rest_[count++] - '0');
        }
        rest_.remove_prefix(count);
        return count < least ? std::nullopt : std::optional(value);
    }

    bool take(std::string_view word) {
        const bool there = rest_.starts_with(word);
        rest_.remove_prefix(there ? word.size() : 0);
        return there;
    }

    bool read_clock(WrittenMoment& out) {
        constexpr int kHours = 24;
        const auto hour = take_number(1, 2);
        const bool parted = take(":");
        const auto minute = take_number(2, 2);
        const bool right = hour && parted && minute && *hour < kHours && *minute < kMinutesOfHour;
        if (!right) {
            return false;
        }
        out.second = *hour * kSecondsOfHour + *minute * std::int64_t{kMinutesOfHour};
        return !take(":") || read_seconds(out);
    }

    bool read_seconds(WrittenMoment& out) {
        const auto second = take_number(2, 2);
        if (!second || *second >= kMinutesOfHour) {
            return false;
        }
        out.second += *second;
        if (!take(".")) {
            return true;
        }
        std::size_t count = 0;
        while (count < rest_.size() && is_digit(rest_[count])) {
            ++count;
        }
        out.fraction = rest_.substr(0, count);
        rest_.remove_prefix(count);
        out.fraction.erase(out.fraction.find_last_not_of('0') + 1);
        return count > 0;
    }

    /// `AM`, `PM`: of hours from 1 to 12.
    bool read_half(WrittenMoment& out) {
        constexpr std::int64_t kHalf = 12;
        const std::string_view before = rest_;
        take(" ");
        const bool morning = take("AM") || take("am");
        const bool evening = !morning && (take("PM") || take("pm"));
        if (!morning && !evening) {
            rest_ = before;
            return true;
        }
        const std::int64_t hour = out.second / kSecondsOfHour;
        if (hour < 1 || hour > kHalf) {
            return false;
        }
        out.second += (hour % kHalf - hour + (evening ? kHalf : 0)) * kSecondsOfHour;
        return true;
    }

    /// `Z`, `UTC`, `GMT`, `+01:00`, `-0430`, `+02`; nothing is right as well.
    bool read_zone(WrittenMoment& out) {
        if (rest_.empty()) {
            return true;
        }
        take(" ");
        if (take("Z") || take("UTC") || take("GMT")) {
            out.offset = 0;
            return true;
        }
        constexpr int kMostHours = 15;
        const bool before = take("+");
        const bool behind = !before && take("-");
        const auto hours = before || behind ? take_number(2, 2) : std::nullopt;
        if (!hours || *hours > kMostHours) {
            return false;
        }
        const bool parted = take(":");
        const auto minutes = parted || !rest_.empty() ? take_number(2, 2) : std::optional(0);
        if (!minutes || *minutes >= kMinutesOfHour) {
            return false;
        }
        out.offset = (behind ? -1 : 1) * (*hours * kMinutesOfHour + *minutes);
        return true;
    }

    std::string_view rest_;
};

/// Seconds since 1970-01-01 in UTC, where the zone is stated.
std::int64_t second_of(const WrittenMoment& moment) {
    return moment.day * kSecondsOfDay + moment.second -
           std::int64_t{moment.offset.value_or(0)} * kMinutesOfHour;
}

std::string zone_text(int offset) {
    const int size = std::abs(offset);
    return fmt::format(
        "{}{:02}:{:02}", offset < 0 ? '-' : '+', size / kMinutesOfHour, size % kMinutesOfHour);
}

}  // namespace

double WrittenMoment::days() const {
    const double part = fraction.empty() ? 0.0 : std::strtod(("0." + fraction).c_str(), nullptr);
    return (static_cast<double>(second_of(*this)) + part) / static_cast<double>(kSecondsOfDay);
}

std::string WrittenMoment::key() const {
    const std::int64_t seconds = second_of(*this);
    const std::int64_t of_day = (seconds % kSecondsOfDay + kSecondsOfDay) % kSecondsOfDay;
    return fmt::format("{}{} {} .{}",
                       offset ? "moment " : "day ",
                       (seconds - of_day) / kSecondsOfDay,
                       of_day,
                       fraction);
}

int WrittenMoment::compare(const WrittenMoment& other) const {
    const std::int64_t difference = second_of(*this) - second_of(other);
    return difference != 0 ? (difference < 0 ? -1 : 1) : fraction.compare(other.fraction);
}

std::string WrittenMoment::standard_text() const {
    std::string out = day_text(static_cast<double>(day));
    if (has_time) {
        out += fmt::format(" {:02}:{:02}:{:02}",
                           second / kSecondsOfHour,
                           second / kMinutesOfHour % kMinutesOfHour,
                           second % kMinutesOfHour);
        out += fraction.empty() ? "" : "." + fraction;
        out += offset ? zone_text(*offset) : "";
    }
    return out;
}

std::optional<WrittenMoment> written_moment(std::string_view text, Notation notation) {
    const std::size_t cut = std::min(text.find_first_of(" T"), text.size());
    const std::optional<WrittenDate> date = written_date(text.substr(0, cut), notation);
    const std::optional<double> day = date ? date->day(notation) : std::nullopt;
    if (!day) {
        return std::nullopt;
    }
    WrittenMoment out;
    out.day = static_cast<std::int64_t>(*day);
    out.short_year = !date->long_year;
    out.has_time = cut < text.size();
    if (out.has_time && !TimeReader(text.substr(cut + 1)).read(out)) {
        return std::nullopt;
    }
    return out;
}

}  // namespace kanon
