// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/arrow/arrow_values.hpp"

#include "kanon/base/text/ascii.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

namespace kanon::io {
namespace {

constexpr std::int64_t kMostValues = std::numeric_limits<std::uint32_t>::max();

std::int64_t buffer_count(const ArrowType& type) {
    switch (type.kind) {
        case ArrowKind::null:
            return 0;
        case ArrowKind::text:
        case ArrowKind::text_view:
            return 3;  // of views, the least
        default:
            return 2;
    }
}

void check_shape(const ArrowArray& array, const ArrowType& type) {
    if (array.release == nullptr) {
        throw ArrowFault("is an array that was released");
    }
    if (array.length < 0 || array.offset < 0 || array.length > kMostValues ||
        array.offset > std::numeric_limits<std::int64_t>::max() / 32 || array.null_count < -1 ||
        array.null_count > array.length) {
        throw ArrowFault("has an impossible length, offset or count of nulls");
    }
    const std::int64_t buffers = buffer_count(type);
    const bool fits =
        type.kind == ArrowKind::text_view ? array.n_buffers >= buffers : array.n_buffers == buffers;
    if (!fits || (buffers > 0 && array.buffers == nullptr)) {
        throw ArrowFault("has another number of buffers than its type");
    }
    if (array.n_children != 0) {
        throw ArrowFault("has children, and its type has none");
    }
}

bool bit(const std::uint8_t* bits, std::size_t place) {
    return (std::uint32_t{bits[place / 8]} >> (place % 8) & 1U) != 0;
}

__extension__ using Wide = unsigned __int128;

std::string decimal_text(Wide bits, int scale) {
    const bool negative = (bits >> 127U) != 0;
    Wide size = negative ? Wide{0} - bits : bits;
    std::string text;
    for (; size != 0 || text.size() <= static_cast<std::size_t>(scale); size /= 10) {
        text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(size % 10)));
    }
    if (scale > 0) {
        text.insert(text.size() - static_cast<std::size_t>(scale), 1, '.');
    }
    return (negative ? "-" : "") + text;
}

std::string two_digits(std::int64_t value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
}

/// The time of a day that is `part` units old: `12:05:00`, `12:05:00.25`.
std::string time_text(std::int64_t part, std::int64_t per_second) {
    const std::int64_t seconds = part / per_second;
    std::string text = two_digits(seconds / 3600) + ":" + two_digits(seconds / 60 % 60) + ":" +
                       two_digits(seconds % 60);
    if (const std::int64_t rest = part % per_second; rest != 0) {
        text += "." + std::to_string(per_second + rest).substr(1);
        text.erase(text.find_last_not_of('0') + 1);
    }
    return text;
}

std::chrono::sys_days day_of(std::int64_t day, const ColumnBuilder& column) {
    constexpr std::int64_t kMostDays = 10'000'000;
    if (day < -kMostDays || day > kMostDays) {
        column.refuse("is a date outside the years 0000 to 9999; make it missing");
    }
    return std::chrono::sys_days{std::chrono::days{day}};
}

std::int64_t floor_divide(std::int64_t value, std::int64_t by) {
    return value / by - (value % by < 0 ? 1 : 0);
}

}  // namespace

ArrowValues::ArrowValues(const ArrowArray& array, const ArrowType& type)
    : array_(array),
      type_(type),
      offset_(static_cast<std::size_t>(array.offset)),
      size_(static_cast<std::size_t>(array.length)) {
    check_shape(array, type);
    if (type.kind == ArrowKind::null || size_ == 0) {
        return;
    }
    data_ = static_cast<const std::uint8_t*>(array.buffers[1]);
    if (data_ == nullptr) {
        throw ArrowFault("has rows, and no buffer of values");
    }
    if (array.null_count != 0) {
        valid_ = static_cast<const std::uint8_t*>(array.buffers[0]);
        if (valid_ == nullptr && array.null_count > 0) {
            throw ArrowFault("counts nulls, and has no buffer that tells them");
        }
    }
}

template <class Value>
Value ArrowValues::raw(std::size_t index) const {
    Value value;
    std::memcpy(&value, data_ + (offset_ + index) * sizeof(Value), sizeof(Value));
    return value;
}

bool ArrowValues::is_missing(std::size_t index) const {
    return type_.kind == ArrowKind::null || (valid_ != nullptr && !bit(valid_, offset_ + index));
}

std::int64_t ArrowValues::integer(std::size_t index) const {
    switch (type_.width) {
        case 1:
            return raw<std::int8_t>(index);
        case 2:
            return raw<std::int16_t>(index);
        case 4:
            return raw<std::int32_t>(index);
        default:
            return raw<std::int64_t>(index);
    }
}

std::uint64_t ArrowValues::natural(std::size_t index) const {
    switch (type_.width) {
        case 1:
            return raw<std::uint8_t>(index);
        case 2:
            return raw<std::uint16_t>(index);
        case 4:
            return raw<std::uint32_t>(index);
        default:
            return raw<std::uint64_t>(index);
    }
}

std::size_t ArrowValues::place(std::size_t index) const {
    const bool is_signed = type_.kind == ArrowKind::integer;
    const std::int64_t value = is_signed ? integer(index) : 0;
    const std::uint64_t place = is_signed ? static_cast<std::uint64_t>(value) : natural(index);
    if (value < 0 || place > std::numeric_limits<std::uint32_t>::max()) {
        throw ArrowFault("has a value that is not in its dictionary");
    }
    return place;
}

std::string_view ArrowValues::text(std::size_t index) const {
    const auto offset = [this](std::size_t at) {
        return type_.width == 4 ? raw<std::int32_t>(at) : raw<std::int64_t>(at);
    };
    const std::int64_t begin = offset(index);
    const std::int64_t end = offset(index + 1);
    if (begin < 0 || end < begin) {
        throw ArrowFault("has offsets of text that do not ascend");
    }
    const auto* characters = static_cast<const char*>(array_.buffers[2]);
    if (begin == end) {
        return {};
    }
    if (characters == nullptr) {
        throw ArrowFault("has texts, and no buffer of characters");
    }
    return {characters + begin, static_cast<std::size_t>(end - begin)};
}

std::string_view ArrowValues::viewed_text(std::size_t index) const {
    constexpr std::int32_t kInlined = 12;
    const std::uint8_t* view = data_ + (offset_ + index) * type_.width;
    std::array<std::int32_t, 4> parts{};  // length, first characters, buffer, offset
    std::memcpy(parts.data(), view, sizeof(parts));
    const std::int32_t length = parts[0];
    if (length >= 0 && length <= kInlined) {
        return {reinterpret_cast<const char*>(view) + 4, static_cast<std::size_t>(length)};
    }
    const std::int64_t buffer = parts[2];
    const auto* sizes = static_cast<const std::int64_t*>(array_.buffers[array_.n_buffers - 1]);
    if (length < 0 || buffer < 0 || buffer >= array_.n_buffers - 3 || sizes == nullptr ||
        parts[3] < 0 || std::int64_t{parts[3]} + length > sizes[buffer] ||
        array_.buffers[2 + buffer] == nullptr) {
        throw ArrowFault("has a view of text that is in none of its buffers");
    }
    return {static_cast<const char*>(array_.buffers[2 + buffer]) + parts[3],
            static_cast<std::size_t>(length)};
}

bool ArrowValues::is_blank(std::size_t index) const {
    if (is_missing(index)) {
        return true;
    }
    switch (type_.kind) {
        case ArrowKind::number:
            return type_.width == 4 ? std::isnan(raw<float>(index))
                                    : std::isnan(raw<double>(index));
        case ArrowKind::text:
            return kanon::is_blank(text(index));
        case ArrowKind::text_view:
            return kanon::is_blank(viewed_text(index));
        case ArrowKind::null:
        case ArrowKind::boolean:
        case ArrowKind::integer:
        case ArrowKind::natural:
        case ArrowKind::decimal:
        case ArrowKind::date:
        case ArrowKind::timestamp:
            break;
    }
    return false;
}

Code ArrowValues::code(std::size_t index, ColumnBuilder& column) const {
    return is_missing(index) ? column.code_of_missing() : code_of_present(index, column);
}

Code ArrowValues::code_of_present(std::size_t index, ColumnBuilder& column) const {
    constexpr std::int64_t kDaySeconds = 86400;
    switch (type_.kind) {
        case ArrowKind::null:
            break;
        case ArrowKind::boolean:
            return column.code_of(bit(data_, offset_ + index) ? "true" : "false");
        case ArrowKind::integer:
            return column.code_of_integer(integer(index));
        case ArrowKind::natural:
            return column.code_of_unsigned(natural(index));
        case ArrowKind::number:
            return type_.width == 4 ? column.code_of_number(raw<float>(index))
                                    : column.code_of_number(raw<double>(index));
        case ArrowKind::text:
            return column.code_of(text(index));
        case ArrowKind::text_view:
            return column.code_of(viewed_text(index));
        case ArrowKind::decimal:
            return column.code_of(decimal_text(raw<Wide>(index), type_.scale));
        case ArrowKind::date: {
            const std::int64_t day =
                type_.width == 4 ? std::int64_t{raw<std::int32_t>(index)}
                                 : floor_divide(raw<std::int64_t>(index), kDaySeconds * 1000);
            return column.code_of_date(day_of(day, column));
        }
        case ArrowKind::timestamp: {
            const std::int64_t in_day = kDaySeconds * type_.per_second;
            const auto units = raw<std::int64_t>(index);
            const std::int64_t day = floor_divide(units, in_day);
            const std::string time =
                " " + time_text((units % in_day + in_day) % in_day, type_.per_second) +
                (type_.zoned ? "+00" : "");
            return column.code_of_date(day_of(day, column), time);
        }
    }
    return column.code_of_missing();
}

}  // namespace kanon::io
