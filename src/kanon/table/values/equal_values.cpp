// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/equal_values.hpp"

#include "kanon/table/values/exact_decimal.hpp"
#include "kanon/table/values/written_time.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

/// What the spellings of one number, date or time have in common; none for other texts.
std::optional<std::string> value_key(std::string_view text, ValueType type) {
    if (!is_of_calendar(type)) {
        if (std::optional<std::string> number = number_key(text)) {
            return number;
        }
    }
    if (type != ValueType::decimal) {
        if (const std::optional<WrittenMoment> moment = written_moment(text, Notation::standard)) {
            return moment->key();
        }
    }
    return std::nullopt;
}

/// True if another value may be the same number or date: in a column of numbers only one that is
/// equal as a double, and so beside it.
bool may_have_equal(const Dictionary& dictionary, Code code) {
    if (!dictionary.is_numeric()) {
        return true;
    }
    const double number = dictionary.number(code);
    return (code > 0 && dictionary.number(code - 1) == number) ||
           (code + 1 < dictionary.value_count() && dictionary.number(code + 1) == number);
}

}  // namespace

std::vector<Code> equal_values(const Dictionary& dictionary) {
    const bool one_spelling_each = dictionary.notation() == Notation::standard;
    if (dictionary.type() == ValueType::integer && one_spelling_each) {
        return {};
    }
    std::vector<std::pair<std::string, Code>> keys;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        if (may_have_equal(dictionary, code)) {
            const std::string text = standard_text(dictionary.text(code), dictionary.notation());
            if (auto key = value_key(text, dictionary.type())) {
                keys.emplace_back(std::move(*key), code);
            }
        }
    }
    std::sort(keys.begin(), keys.end());
    std::vector<Code> value_of(dictionary.size());
    std::iota(value_of.begin(), value_of.end(), Code{0});
    bool any = false;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        if (keys[i].first == keys[i - 1].first) {
            value_of[keys[i].second] = value_of[keys[i - 1].second];
            any = true;
        }
    }
    return any ? value_of : std::vector<Code>();
}

}  // namespace kanon
