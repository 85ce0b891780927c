// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/keyed/date_shift.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/table/column_builder.hpp"
#include "kanon/table/values/written_time.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace kanon {
namespace {

constexpr std::string_view kShiftUse = "kanon shift";
constexpr std::int64_t kDaysOfWeek = 7;
constexpr std::int64_t kFirstDay = -719162;  // 0001-01-01
constexpr std::int64_t kLastDay = 2932896;   // 9999-12-31

std::int64_t step_of(const ShiftRange& range) {
    return range.keeps_weekdays ? kDaysOfWeek : 1;
}

std::string shifted_text(WrittenMoment moment, std::int64_t days) {
    moment.day += days;
    if (moment.day < kFirstDay || moment.day > kLastDay) {
        throw Error(
            ErrorCode::bad_input,
            "a shifted date would leave the years 1 to 9999; correct it, or leave it empty");
    }
    return moment.standard_text();
}

}  // namespace

bool ShiftRange::allows(std::int64_t days) const {
    const auto most = static_cast<std::int64_t>(within);
    return days != 0 && days >= -most && days <= most && days % step_of(*this) == 0;
}

std::int32_t shift_of(const SecretKey& key, std::string_view person, const ShiftRange& range) {
    const std::int64_t step = step_of(range);
    const std::int64_t steps = static_cast<std::int64_t>(range.within) / step;
    const auto drawn = static_cast<std::int64_t>(
        key.number_below(static_cast<std::uint64_t>(2 * steps), kShiftUse, person));
    const std::int64_t offset = drawn < steps ? drawn - steps : drawn - steps + 1;
    return static_cast<std::int32_t>(offset * step);
}

std::vector<std::int32_t> shifts_of(const Column& persons,
                                    const SecretKey& key,
                                    const ShiftRange& range) {
    const Dictionary& names = *persons.dictionary;
    std::vector<std::int32_t> out(names.size());
    for (Code code = 0; code < names.size(); ++code) {
        out[code] = names.is_missing(code) ? 0 : shift_of(key, names.text(code), range);
    }
    return out;
}

std::optional<std::size_t> find_date_of_nobody(const Column& dates, const Column& persons) {
    if (!persons.dictionary->missing()) {
        return std::nullopt;
    }
    for (std::size_t row = 0; row < dates.codes.size(); ++row) {
        if (!dates.dictionary->is_missing(dates.codes[row]) &&
            persons.dictionary->is_missing(persons.codes[row])) {
            return row;
        }
    }
    return std::nullopt;
}

std::shared_ptr<const Column> shifted_column(const Column& dates,
                                             const Column& persons,
                                             std::span<const std::int32_t> days_of_person) {
    const Dictionary& values = *dates.dictionary;
    std::vector<WrittenMoment> moments;
    moments.reserve(values.value_count());
    for (Code code = 0; code < values.value_count(); ++code) {
        const auto moment = written_moment(values.text(code), Notation::standard);
        KANON_CHECK(moment.has_value());
        moments.push_back(*moment);
    }
    ColumnBuilder out(dates.name, dates.storage_type);
    std::unordered_map<std::uint64_t, Code> known;
    for (std::size_t row = 0; row < dates.codes.size(); ++row) {
        const Code date = dates.codes[row];
        if (values.is_missing(date)) {
            out.append(out.code_of_missing());
            continue;
        }
        const std::int32_t days = days_of_person[persons.codes[row]];
        const std::uint64_t pair = (std::uint64_t{date} << 32U) | static_cast<std::uint32_t>(days);
        const auto found = known.find(pair);
        const Code code =
            found == known.end()
                ? known.emplace(pair, out.code_of(shifted_text(moments[date], days))).first->second
                : found->second;
        out.append(code);
    }
    const ValueType type = values.type();
    return std::make_shared<const Column>(
        out.finish(is_of_calendar(type) ? std::optional(type) : std::nullopt));
}

}  // namespace kanon
