// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/dictionary.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/table/values/exact_decimal.hpp"
#include "kanon/table/values/value_reading.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kMostCodes = std::numeric_limits<Code>::max() - 1;

[[noreturn]] void refuse_misfits(const ValueReading& reading, ValueType declared) {
    const char* remedy = "; declare them missing, or the column as text";
    if (reading.doubt == FoundValues::Doubt::years) {
        remedy = "; say how its dates are written, such as --date-format DD/MM/YY";
    } else if (reading.doubt == FoundValues::Doubt::dates) {
        remedy = "; say how its dates are written, such as --date-format DD/MM/YYYY";
    } else if (reading.doubt == FoundValues::Doubt::zones) {
        remedy = "; give every time a zone, or none";
    } else if (reading.doubt == FoundValues::Doubt::commas) {
        remedy =
            "; say --decimal-comma if the commas in it are decimal ones, --thousands if they part "
            "thousands";
    }
    throw Error(ErrorCode::bad_input,
                count_text(reading.misfits, "distinct value") +
                    (reading.misfits == 1 ? " is" : " are") + " not of the declared type " +
                    std::string(to_string(declared)) + remedy);
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
    out.notation_ = notation_;
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

ValueRules Dictionary::rules() const {
    ValueRules out{.declared = type_,
                   .decimal_comma = notation_ == Notation::decimal_comma,
                   .thousands = notation_ == Notation::thousands};
    if (is_of_calendar(type_)) {
        out.dates = notation_;
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
    const std::optional<double> number = parse_number(wanted, type_, notation_);
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

std::optional<Code> Dictionary::find_equal(std::string_view wanted) const {
    if (const std::optional<Code> found = find(wanted); found || !is_numeric()) {
        return found;
    }
    const ValueType type = type_ == ValueType::integer ? ValueType::decimal : type_;
    const std::optional<double> number = parse_number(wanted, type, notation_);
    if (!number) {
        return std::nullopt;
    }
    const auto end = numbers_.begin() + static_cast<std::ptrdiff_t>(value_count());
    const std::optional<std::string> key = number_key(standard_text(wanted, notation_));
    for (auto at = std::lower_bound(numbers_.begin(), end, *number); at != end && *at == *number;
         ++at) {
        const auto code = static_cast<Code>(at - numbers_.begin());
        const bool same =
            !is_open(code) &&
            (type == ValueType::date || number_key(standard_text(text(code), notation_)) == key);
        if (same) {
            return code;
        }
    }
    return std::nullopt;
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

std::vector<Code> DictionaryBuilder::final_order(const ValueReading& reading) const {
    std::vector<Code> order(size());
    std::iota(order.begin(), order.end(), Code{0});
    std::erase_if(order, [&](Code code) {
        return missing_ == code || std::ranges::binary_search(reading.marks, code);
    });
    std::ranges::sort(order, [&](Code a, Code b) {
        return reading.numbers[a] != reading.numbers[b] ? reading.numbers[a] < reading.numbers[b]
                                                        : text(a) < text(b);
    });
    return order;
}

DictionaryBuilder::Result DictionaryBuilder::finish(std::optional<ValueType> declared) {
    return finish(ValueRules{.declared = declared});
}

DictionaryBuilder::Result DictionaryBuilder::finish(const ValueRules& rules) {
    const auto text_of = [this](Code code) { return text(code); };
    const ValueReading reading = read_values(size(), text_of, rules);
    if (reading.misfits > 0) {
        refuse_misfits(reading, *rules.declared);
    }
    const std::vector<Code> order = final_order(reading);
    const auto missing = static_cast<Code>(order.size());

    Result result{
        .dictionary = {},
        .code_of_provisional = std::vector<Code>(size(), missing),
        .found = {.missing = {}, .doubt = reading.doubt, .short_years = reading.short_years}};
    Dictionary& out = result.dictionary;
    out.type_ = reading.type;
    out.notation_ = reading.notation;
    out.characters_.reserve(characters_.size());
    out.offsets_.reserve(size() + 1);
    out.offsets_.push_back(0);
    for (Code code = 0; code < order.size(); ++code) {
        result.code_of_provisional[order[code]] = code;
        out.characters_ += text(order[code]);
        out.offsets_.push_back(out.characters_.size());
        if (out.is_numeric()) {
            out.numbers_.push_back(reading.numbers[order[code]]);
        }
    }
    if (missing_ || !reading.marks.empty()) {
        out.missing_ = missing;
        out.offsets_.push_back(out.characters_.size());
        out.numbers_.resize(out.is_numeric() ? order.size() + 1 : 0);
    }
    for (const Code mark : reading.marks) {
        result.found.missing.emplace_back(text(mark));
    }
    *this = DictionaryBuilder();
    return result;
}

}  // namespace kanon
