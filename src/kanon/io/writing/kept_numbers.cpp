// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/kept_numbers.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/table/values/exact_decimal.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

namespace kanon::io {
namespace {

template <class Integer>
bool keeps_whole(std::string_view text) {
    Integer value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc{} && stop == end;
}

/// True if to_chars() gives the text and its digits are the fewest that tell the number from
/// others: of whole numbers past 2^53 it may give more.
template <class Number>
bool is_shortest(std::string_view text, Number number) {
    constexpr std::size_t kRoom = 64;
    constexpr std::size_t kExactDigits = 16;
    std::array<char, kRoom> room{};
    const char* end = std::to_chars(room.data(), room.data() + room.size(), number).ptr;
    return std::string_view(room.data(), end) == text &&
           (text.size() <= kExactDigits || text.find_first_of(".e") != std::string_view::npos);
}

/// DuckDB writes the fewest digits that tell a number from others of its type, and zeros behind
/// them; plain to_chars() would write all digits of large whole numbers. Most texts are known at
/// once, for they are spelled so.
template <class Number>
bool keeps_fraction(std::string_view text) {
    constexpr std::size_t kRoom = 64;
    Number number = 0;
    std::array<char, kRoom> room{};
    const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc{} || is_shortest(text, number)) {
        return fault == std::errc{};
    }
    const char* end =
        std::to_chars(room.data(), room.data() + room.size(), number, std::chars_format::scientific)
            .ptr;
    const std::string_view read_back(room.data(), static_cast<std::size_t>(end - room.data()));
    return exact_decimal(read_back) == exact_decimal(text);
}

struct NumberType {
    std::string_view name;
    bool (*keeps)(std::string_view);
};

constexpr std::array<NumberType, 10> kNumberTypes{{
    {"BIGINT", keeps_whole<std::int64_t>},
    {"DOUBLE", keeps_fraction<double>},
    {"FLOAT", keeps_fraction<float>},
    {"INTEGER", keeps_whole<std::int32_t>},
    {"SMALLINT", keeps_whole<std::int16_t>},
    {"TINYINT", keeps_whole<std::int8_t>},
    {"UBIGINT", keeps_whole<std::uint64_t>},
    {"UINTEGER", keeps_whole<std::uint32_t>},
    {"USMALLINT", keeps_whole<std::uint16_t>},
    {"UTINYINT", keeps_whole<std::uint8_t>},
}};

const NumberType* find_type(std::string_view name) {
    const auto* const found = std::ranges::find(kNumberTypes, name, &NumberType::name);
    return found == kNumberTypes.end() ? nullptr : found;
}

}  // namespace

bool keeps_number(std::string_view type, std::string_view text) {
    const NumberType* known = find_type(type);
    return known == nullptr || known->keeps(text) || !exact_decimal(text);
}

bool keeps_numbers(const Column& column, unsigned threads) {
    const Dictionary& values = *column.dictionary;
    if (find_type(column.storage_type) == nullptr) {
        return true;
    }
    std::atomic<bool> all = true;
    constexpr std::size_t kGrain = 16384;
    parallel_for(values.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t code = begin; all && code < end; ++code) {
            if (!keeps_number(column.storage_type, values.text(static_cast<Code>(code)))) {
                all = false;
            }
        }
    });
    return all;
}

}  // namespace kanon::io
