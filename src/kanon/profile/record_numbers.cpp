// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/record_numbers.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/profile/words/value_sample.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::profile {
namespace {

constexpr std::size_t kLeastCodes = 50;
constexpr std::size_t kLeastNumbers = 150;   // more than ages, scores and shares have
constexpr std::size_t kLeastDigits = 3;      // behind letters
constexpr std::size_t kLeastBareDigits = 7;  // without: shorter ones are postal codes, years, ...
constexpr double kDense = 0.5;               // of the numbers from the first to the last occur
constexpr double kRoundStart = 1000;
constexpr double kMostRound = 0.3;  // of the values may end in 0: a tenth does by chance

bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// The letters that a value begins with, if digits follow and nothing else does.
std::size_t letters_before_digits(std::string_view text) {
    const auto* const digits = std::find_if(text.begin(), text.end(), is_digit);
    const auto letters = static_cast<std::size_t>(digits - text.begin());
    const bool pure = std::all_of(
        text.begin(), digits, [](char c) { return is_letter(c) || c == '-' || c == '_'; });
    return pure && std::all_of(digits, text.end(), is_digit) ? letters : text.size();
}

/// 20240131: eight digits that are a date.
bool is_compact_date(double number) {
    const auto whole = static_cast<long long>(number);
    const long long day = whole % 100;
    const long long month = whole / 100 % 100;
    const long long year = whole / 10000;
    return year >= 1880 && year <= 2060 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

bool are_long_numbers(const Dictionary& dictionary) {
    const std::size_t digits = dictionary.text(0).size();
    const auto last = static_cast<Code>(dictionary.value_count() - 1);
    if (digits < kLeastBareDigits || dictionary.number(0) < 0 ||
        dictionary.text(last).size() != digits) {
        return false;
    }
    std::size_t seen = 0;
    std::size_t dates = 0;
    std::size_t round = 0;
    for_sampled_values(dictionary, [&](Code code) {
        ++seen;
        dates += is_compact_date(dictionary.number(code)) ? 1U : 0U;
        round += dictionary.text(code).back() == '0' ? 1U : 0U;
    });
    return dates * 2 < seen && static_cast<double>(round) < kMostRound * static_cast<double>(seen);
}

}  // namespace

bool looks_like_uuid(std::string_view text) {
    constexpr std::size_t kLeast = 16;
    const auto hex = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_hex));
    const auto dashes = static_cast<std::size_t>(std::count(text.begin(), text.end(), '-'));
    const bool letters = std::any_of(text.begin(), text.end(), is_letter);
    return hex >= kLeast && dashes <= 4 && hex + dashes == text.size() && letters &&
           std::any_of(text.begin(), text.end(), is_digit);
}

bool has_coded_numbers(const Dictionary& dictionary) {
    if (dictionary.value_count() < kLeastCodes) {
        return false;
    }
    const std::string_view first = dictionary.text(0);
    const std::size_t letters = letters_before_digits(first);
    const std::size_t digits = first.size() - letters;
    if (digits < (letters == 0 ? kLeastBareDigits : kLeastDigits)) {
        return false;
    }
    bool same = true;
    for_sampled_values(dictionary, [&](Code code) {
        const std::string_view text = dictionary.text(code);
        same = same && text.size() == first.size() && letters_before_digits(text) == letters &&
               text.substr(0, letters) == first.substr(0, letters);
    });
    return same;
}

bool has_serial_numbers(const Dictionary& dictionary) {
    const std::size_t count = dictionary.value_count();
    if (count < kLeastNumbers) {
        return false;
    }
    const double least = dictionary.number(0);
    const double most = dictionary.number(static_cast<Code>(count - 1));
    const bool starts = least == 0 || std::fmod(least, kRoundStart) == 1 ||
                        (least >= kRoundStart && std::fmod(least, kRoundStart) == 0);
    const bool dense = static_cast<double>(count) >= kDense * (most - least + 1);
    return (starts && dense) || are_long_numbers(dictionary);
}

}  // namespace kanon::profile
