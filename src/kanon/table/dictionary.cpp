// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/dictionary.hpp"

#include "kanon/base/ascii.hpp"
#include "kanon/base/check.hpp"
#include "kanon/base/count_text.hpp"
#include "kanon/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kMostCodes = std::numeric_limits<Code>::max() - 1;
constexpr double kExactInteger = 9007199254740992.0;  // 2^53

std::optional<double> parse_integer(std::string_view text) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    const bool canonical = fault == std::errc{} && stop == end && std::to_string(value) == text;
    if (!canonical || std::abs(static_cast<double>(value)) > kExactInteger) {
        return std::nullopt;
    }
    return static_cast<double>(value);
}

std::optional<double> parse_decimal(std::string_view text) {
    const bool odd_start =
        text.empty() || (text[0] != '-' && text[0] != '.' && (text[0] < '0' || text[0] > '9'));
    const std::string_view digits = text.substr(!text.empty() && text[0] == '-' ? 1 : 0);
    const bool leading_zero = digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]);
    if (odd_start || leading_zero) {
        return std::nullopt;
    }
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    if (fault != std::errc{} || stop != end || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

std::optional<int> parse_digits(std::string_view text) {
    int value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') {
            return std::nullopt;
        }
        value = value * 10 + (c - '0');
    }
    return value;
}

/// Two-digit years 30..99 are 19xx, 00..29 are 20xx.
std::optional<double> parse_date(std::string_view text) {
    const bool long_year = text.size() == 10;
    if (!long_year && text.size() != 8) {
        return std::nullopt;
    }
    const std::size_t year_digits = long_year ? 4 : 2;
    const char separator = text[year_digits];
    if ((separator != '-' && separator != '/') || text[year_digits + 3] != separator) {
        return std::nullopt;
    }
    const auto year = parse_digits(text.substr(0, year_digits));
    const auto month = parse_digits(text.substr(year_digits + 1, 2));
    const auto day = parse_digits(text.substr(year_digits + 4, 2));
    if (!year || !month || !day) {
        return std::nullopt;
    }
    const int century = long_year ? 0 : (*year >= 30 ? 1900 : 2000);
    const std::chrono::year_month_day date{std::chrono::year{*year + century},
                                           std::chrono::month{static_cast<unsigned>(*month)},
                                           std::chrono::day{static_cast<unsigned>(*day)}};
    if (!date.ok()) {
        return std::nullopt;
    }
    return static_cast<double>(std::chrono::sys_days{date}.time_since_epoch().count());
}

std::uint64_t hash_text(std::string_view text) {
    std::uint64_t hash = 0x9E3779B97F4A7C15ULL ^ text.size();
    const char* at = text.data();
    std::size_t left = text.size();
    const auto mix = [&hash](std::uint64_t word) {
        hash = (hash ^ word) * 0xFF51AFD7ED558CCDULL;
        hash ^= hash >> 32U;
    };
    for (; left >= 8; at += 8, left -= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, 8);
        mix(word);
    }
    std::uint64_t word = 0;
    if (left > 0) {  // an empty text may lie nowhere
        std::memcpy(&word, at, left);
    }
    mix(word);
    return hash;
}

}  // namespace

std::string_view to_string(ValueType type) {
    constexpr std::array<std::string_view, 4> kNames{"integer", "decimal", "date", "text"};
    return kNames[static_cast<std::size_t>(type)];
}

std::optional<double> parse_number(std::string_view text, ValueType type) {
    switch (type) {
        case ValueType::integer:
            return parse_integer(text);
        case ValueType::decimal:
            return parse_decimal(text);
        case ValueType::date:
            return parse_date(text);
        case ValueType::text:
            return std::nullopt;
    }
    return std::nullopt;
}

std::string day_text(double days) {
    const std::chrono::year_month_day date{
        std::chrono::sys_days{std::chrono::days{std::llround(days)}}};
    return fmt::format("{:04}-{:02}-{:02}",
                       static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()),
                       static_cast<unsigned>(date.day()));
}

Dictionary Dictionary::of_coded(ValueType type,
                                const std::vector<std::pair<double, std::string>>& values,
                                bool with_missing,
                                const OpenEnds& ends) {
    KANON_CHECK(type != ValueType::text && !values.empty());
    KANON_CHECK(std::ranges::adjacent_find(values, std::greater_equal<>()) == values.end());
    Dictionary out;
    out.type_ = type;
    out.ends_ = ends;
    out.offsets_.push_back(0);
    for (const auto& [number, text] : values) {
        out.numbers_.push_back(number);
        out.characters_ += text;
        out.offsets_.push_back(out.characters_.size());
    }
    if (with_missing) {
        out.missing_ = static_cast<Code>(values.size());
        out.numbers_.push_back(0);
        out.offsets_.push_back(out.characters_.size());
    }
    return out;
}

Dictionary Dictionary::without_open_ends() const {
    if (!ends_.low && !ends_.high) {
        return *this;
    }
    Dictionary out;
    out.type_ = type_;
    out.offsets_.push_back(0);
    for (Code code = 0; code < size(); ++code) {
        if (is_open(code)) {
            continue;
        }
        if (is_missing(code)) {
            out.missing_ = static_cast<Code>(out.numbers_.size());
        }
        out.numbers_.push_back(numbers_[code]);
        out.characters_ += text(code);
        out.offsets_.push_back(out.characters_.size());
    }
    return out;
}

double Dictionary::lowest(Code code) const {
    return is_open_low(code) ? -std::numeric_limits<double>::infinity() : numbers_[code];
}

double Dictionary::highest(Code code) const {
    return is_open_high(code) ? std::numeric_limits<double>::infinity() : numbers_[code];
}

Dictionary Dictionary::from_sorted_text(std::string characters,
                                        std::vector<std::uint64_t> offsets) {
    KANON_CHECK(!offsets.empty() && offsets.front() == 0 && offsets.back() == characters.size());
    Dictionary out;
    out.characters_ = std::move(characters);
    out.offsets_ = std::move(offsets);
    KANON_CHECK(out.size() == 0 || !out.text(0).empty());
    for (Code code = 0; code + 1 < out.size(); ++code) {
        KANON_CHECK(out.offsets_[code] <= out.offsets_[code + 1]);
        KANON_CHECK(out.text(code) < out.text(code + 1));
    }
    return out;
}

std::optional<Code> Dictionary::find(std::string_view wanted) const {
    Code low = 0;
    Code high = static_cast<Code>(value_count());
    const std::optional<double> number = parse_number(wanted, type_);
    if (is_numeric() && !number) {
        for (const Code end : {Code{0}, high - 1}) {
            if (high > 0 && is_open(end) && text(end) == wanted) {
                return end;
            }
        }
        return std::nullopt;
    }
    while (low < high) {
        const Code middle = low + (high - low) / 2;
        const bool before = is_numeric() && numbers_[middle] != *number ? numbers_[middle] < *number
                                                                        : text(middle) < wanted;
        if (before) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const bool found = low < value_count() && text(low) == wanted;
    return found ? std::optional<Code>(low) : std::nullopt;
}

Code DictionaryBuilder::add(std::string_view text) {
    return text.empty() ? add_missing() : add_hashed(text, hash_text(text));
}

std::vector<Code> DictionaryBuilder::add_all(const DictionaryBuilder& other) {
    std::vector<Code> code_here(other.size());
    for (Code code = 0; code < other.size(); ++code) {
        code_here[code] = other.missing_ == code
                              ? add_missing()
                              : add_hashed(other.text(code), other.hashes_[code]);
    }
    return code_here;
}

Code DictionaryBuilder::add_hashed(std::string_view wanted, std::uint64_t hash) {
    Code& found =
        codes_.find(hash, [&](Code code) { return hashes_[code] == hash && text(code) == wanted; });
    if (found != FlatIndex::kNone) {
        return found;
    }
    if (size() >= kMostCodes) {
        throw Error(ErrorCode::bad_input, "a column has more than 4,294,967,294 distinct values");
    }
    const Code code = static_cast<Code>(size());
    found = code;
    characters_ += wanted;
    starts_.push_back(characters_.size());
    hashes_.push_back(hash);
    codes_.added([&](Code other) { return hashes_[other]; });
    return code;
}

Code DictionaryBuilder::add_missing() {
    if (!missing_) {
        missing_ = static_cast<Code>(size());
        starts_.push_back(characters_.size());
        hashes_.push_back(0);
    }
    return *missing_;
}

std::size_t DictionaryBuilder::read_numbers(ValueType type,
                                            std::size_t most_misfits,
                                            std::vector<double>& numbers) const {
    std::size_t misfits = 0;
    for (Code code = 0; code < size() && misfits < most_misfits; ++code) {
        if (missing_ == code) {
            continue;
        }
        if (const std::optional<double> number = parse_number(text(code), type)) {
            numbers[code] = *number;
        } else {
            ++misfits;
        }
    }
    return misfits;
}

ValueType DictionaryBuilder::narrowest_type(std::vector<double>& numbers) const {
    if (size() > (missing_ ? 1U : 0U)) {
        for (const ValueType type : {ValueType::integer, ValueType::decimal, ValueType::date}) {
            if (read_numbers(type, 1, numbers) == 0) {
                return type;
            }
        }
    }
    return ValueType::text;
}

void DictionaryBuilder::read_declared(ValueType type, std::vector<double>& numbers) const {
    if (type == ValueType::text) {
        return;
    }
    if (const std::size_t misfits = read_numbers(type, size(), numbers); misfits != 0) {
        throw Error(ErrorCode::bad_input,
                    count_text(misfits, "distinct value") + (misfits == 1 ? " is" : " are") +
                        " not of the declared type " + std::string(to_string(type)) +
                        "; declare them missing, or the column as text");
    }
}

std::vector<Code> DictionaryBuilder::final_order(ValueType type,
                                                 const std::vector<double>& numbers) const {
    std::vector<Code> order(size());
    std::iota(order.begin(), order.end(), Code{0});
    std::sort(order.begin(), order.end(), [&](Code a, Code b) {
        if ((missing_ == a) != (missing_ == b)) {
            return missing_ == b;
        }
        if (type != ValueType::text && numbers[a] != numbers[b]) {
            return numbers[a] < numbers[b];
        }
        return text(a) < text(b);
    });
    return order;
}

DictionaryBuilder::Result DictionaryBuilder::finish(std::optional<ValueType> declared) {
    std::vector<double> numbers(size());
    if (declared) {
        read_declared(*declared, numbers);
    }
    const ValueType type = declared ? *declared : narrowest_type(numbers);
    const std::vector<Code> order = final_order(type, numbers);

    Result result;
    Dictionary& out = result.dictionary;
    out.type_ = type;
    out.characters_.reserve(characters_.size());
    out.offsets_.reserve(size() + 1);
    out.offsets_.push_back(0);
    result.code_of_provisional.resize(size());
    for (Code code = 0; code < order.size(); ++code) {
        result.code_of_provisional[order[code]] = code;
        out.characters_ += text(order[code]);
        out.offsets_.push_back(out.characters_.size());
        if (type != ValueType::text) {
            out.numbers_.push_back(numbers[order[code]]);
        }
    }
    if (missing_) {
        out.missing_ = static_cast<Code>(size() - 1);
    }
    *this = DictionaryBuilder();
    return result;
}

}  // namespace kanon
