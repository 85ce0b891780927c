// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/column_builder.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kMostRecent = 4096;

/// A number as text: the digits that are needed to read the same number back.
template <class Number>
std::string_view write_number(Number value, std::span<char> room) {
    constexpr auto kLeastFixed = static_cast<Number>(1e-4);
    constexpr auto kMostFixed = static_cast<Number>(1e16);
    const Number size = std::abs(value);
    const bool fixed = size == 0 || (size >= kLeastFixed && size < kMostFixed);
    char* const begin = room.data();
    char* end = std::to_chars(begin,
                              begin + room.size() - 2,
                              value,
                              fixed ? std::chars_format::fixed : std::chars_format::scientific)
                    .ptr;
    const std::string_view text(begin, static_cast<std::size_t>(end - begin));
    if (fixed && text.find('.') == std::string_view::npos) {
        *end++ = '.';
        *end++ = '0';
    }
    return {begin, static_cast<std::size_t>(end - begin)};
}

template <class Integer>
std::string_view integer_text(Integer value, std::span<char> room) {
    const char* end = std::to_chars(room.data(), room.data() + room.size(), value).ptr;
    return {room.data(), static_cast<std::size_t>(end - room.data())};
}

/// A date as text; none if its year is not of four digits.
std::optional<std::string> date_text(std::chrono::sys_days day) {
    // The calendar of <chrono> ends with the year 32767: ask the days first.
    using std::chrono::year;
    constexpr std::chrono::sys_days kFirst{year{0} / 1 / 1};
    constexpr std::chrono::sys_days kLast{year{9999} / 12 / 31};
    if (day < kFirst || day > kLast) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date{day};
    std::string text = std::to_string(int{date.year()});
    text.insert(0, 4 - text.size(), '0');
    for (const unsigned part : {unsigned{date.month()}, unsigned{date.day()}}) {
        text += part < 10 ? "-0" : "-";
        text += std::to_string(part);
    }
    return text;
}

}  // namespace

std::string number_text(double value) {
    std::array<char, 64> room{};
    return std::string(write_number(value, room));
}

std::string number_text(float value) {
    std::array<char, 64> room{};
    return std::string(write_number(value, room));
}

ColumnBuilder::ColumnBuilder(std::string name,
                             std::string storage_type,
                             std::vector<std::string> missing_marks)
    : name_(std::move(name)),
      storage_type_(std::move(storage_type)),
      missing_marks_(std::move(missing_marks)) {}

void ColumnBuilder::refuse(const std::string& fault) const {
    throw Error(ErrorCode::bad_input,
                "row " + std::to_string(row_count() + 1) + " " + fault,
                {.attribute = name_});
}

Code ColumnBuilder::code_of(std::string_view text) {
    if (std::ranges::find(missing_marks_, text) != missing_marks_.end()) {
        return code_of_missing();
    }
    const std::size_t known = words_.size();
    const Code code = words_.add(text);
    if (words_.size() > known) {
        if (text.find('\0') != std::string_view::npos) {
            refuse("holds a NUL byte, which no text table can hold; take it out");
        }
        if (first_invalid_utf8(text)) {
            refuse("is not valid UTF-8; convert it");
        }
    }
    return code;
}

Code ColumnBuilder::code_of_integer(std::int64_t value) {
    std::array<char, 24> room{};
    return code_of(integer_text(value, room));
}

Code ColumnBuilder::code_of_unsigned(std::uint64_t value) {
    std::array<char, 24> room{};
    return code_of(integer_text(value, room));
}

Code ColumnBuilder::code_of_number(double value) {
    if (std::isnan(value)) {
        return code_of_missing();
    }
    if (std::isinf(value)) {
        refuse("is infinite; make it missing or a number");
    }
    std::array<char, 64> room{};
    return code_of(write_number(value, room));
}

Code ColumnBuilder::code_of_number(float value) {
    if (!std::isfinite(value)) {
        return code_of_number(static_cast<double>(value));
    }
    std::array<char, 64> room{};
    return code_of(write_number(value, room));
}

Code ColumnBuilder::code_of_date(std::chrono::sys_days day, std::string_view time) {
    std::optional<std::string> text = date_text(day);
    if (!text) {
        refuse("is a date outside the years 0000 to 9999; make it missing");
    }
    return code_of(text->append(time));
}

void ColumnBuilder::append(Code code) {
    recent_.push_back(code);
    if (recent_.size() >= kMostRecent) {
        flush();
    }
}

void ColumnBuilder::append(std::span<const Code> codes) {
    flush();
    blocks_.append(codes, words_.size());
}

void ColumnBuilder::flush() {
    blocks_.append(recent_, words_.size());
    recent_.clear();
}

Column ColumnBuilder::finish(std::optional<ValueType> declared) {
    return finish(ValueRules{.declared = declared}).column;
}

FoundColumn ColumnBuilder::finish(const ValueRules& rules) {
    flush();
    DictionaryBuilder::Result built = [&] {
        try {
            return words_.finish(rules);
        } catch (const Error& fault) {
            throw Error(fault.code(), fault.what(), {.attribute = name_});
        }
    }();
    Column column{.name = name_,
                  .dictionary = nullptr,
                  .codes = blocks_.finish(built.code_of_provisional, built.dictionary.size()),
                  .storage_type = storage_type_};
    column.dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary));
    return {.column = std::move(column), .found = std::move(built.found)};
}

}  // namespace kanon
