// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/arrow/arrow_type.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace kanon::io {
namespace {

struct PlainType {
    std::string_view format;
    ArrowKind kind;
    std::size_t width;
    std::string_view storage_type;
};

constexpr std::array kPlainTypes{
    PlainType{"n", ArrowKind::null, 0, "VARCHAR"},
    PlainType{"b", ArrowKind::boolean, 0, "BOOLEAN"},
    PlainType{"c", ArrowKind::integer, 1, "TINYINT"},
    PlainType{"s", ArrowKind::integer, 2, "SMALLINT"},
    PlainType{"i", ArrowKind::integer, 4, "INTEGER"},
    PlainType{"l", ArrowKind::integer, 8, "BIGINT"},
    PlainType{"C", ArrowKind::natural, 1, "UTINYINT"},
    PlainType{"S", ArrowKind::natural, 2, "USMALLINT"},
    PlainType{"I", ArrowKind::natural, 4, "UINTEGER"},
    PlainType{"L", ArrowKind::natural, 8, "UBIGINT"},
    PlainType{"f", ArrowKind::number, 4, "FLOAT"},
    PlainType{"g", ArrowKind::number, 8, "DOUBLE"},
    PlainType{"u", ArrowKind::text, 4, "VARCHAR"},
    PlainType{"U", ArrowKind::text, 8, "VARCHAR"},
    PlainType{"vu", ArrowKind::text_view, 16, "VARCHAR"},
    PlainType{"tdD", ArrowKind::date, 4, "DATE"},
    PlainType{"tdm", ArrowKind::date, 8, "DATE"},
};

std::optional<int> parse_whole(std::string_view text) {
    int value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc{} && stop == end ? std::optional<int>(value) : std::nullopt;
}

/// `d:12,2`, also with the width of 128 bits behind.
std::optional<ArrowType> parse_decimal(std::string_view numbers) {
    constexpr int kMostDigits = 38;
    if (numbers.ends_with(",128")) {
        numbers.remove_suffix(4);
    }
    const std::size_t comma = numbers.find(',');
    if (comma == std::string_view::npos) {
        return std::nullopt;
    }
    const std::optional<int> digits = parse_whole(numbers.substr(0, comma));
    const std::optional<int> scale = parse_whole(numbers.substr(comma + 1));
    const bool known = digits && scale && *digits >= 1 && *digits <= kMostDigits && *scale >= 0 &&
                       *scale <= *digits;
    if (!known) {
        return std::nullopt;
    }
    return ArrowType{
        .kind = ArrowKind::decimal,
        .width = 16,
        .scale = *scale,
        .storage_type = "DECIMAL(" + std::to_string(*digits) + "," + std::to_string(*scale) + ")"};
}

/// `tsu:` or `tsu:Europe/Berlin`.
std::optional<ArrowType> parse_timestamp(char unit, std::string_view zone) {
    constexpr std::string_view kUnits = "smun";
    constexpr std::array<std::int64_t, 4> kPerSecond{1, 1000, 1000000, 1000000000};
    constexpr std::array kStorageTypes{"TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP", "TIMESTAMP_NS"};
    const std::size_t place = kUnits.find(unit);
    if (place == std::string_view::npos) {
        return std::nullopt;
    }
    return ArrowType{
        .kind = ArrowKind::timestamp,
        .width = 8,
        .per_second = kPerSecond[place],
        .zoned = !zone.empty(),
        .storage_type = zone.empty() ? kStorageTypes[place] : "TIMESTAMP WITH TIME ZONE"};
}

}  // namespace

std::optional<ArrowType> parse_arrow_type(std::string_view format) {
    const auto* const plain = std::ranges::find(kPlainTypes, format, &PlainType::format);
    if (plain != kPlainTypes.end()) {
        return ArrowType{.kind = plain->kind,
                         .width = plain->width,
                         .storage_type = std::string(plain->storage_type)};
    }
    if (format.starts_with("d:")) {
        return parse_decimal(format.substr(2));
    }
    if (format.starts_with("ts") && format.size() >= 4 && format[3] == ':') {
        return parse_timestamp(format[2], format.substr(4));
    }
    return std::nullopt;
}

}  // namespace kanon::io
