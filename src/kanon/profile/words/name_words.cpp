// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/words/name_words.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/profile/words/value_sample.hpp"

#include <algorithm>
#include <array>

namespace kanon::profile {
namespace {

/// Letters with marks of the languages that names are read in, and what they are read as.
constexpr std::array<std::array<std::string_view, 2>, 26> kFolded{{
    {"ä", "a"}, {"à", "a"}, {"â", "a"}, {"á", "a"}, {"Ä", "a"},  {"À", "a"}, {"Á", "a"},
    {"ç", "c"}, {"é", "e"}, {"è", "e"}, {"ê", "e"}, {"ë", "e"},  {"É", "e"}, {"È", "e"},
    {"í", "i"}, {"ì", "i"}, {"î", "i"}, {"ñ", "n"}, {"ö", "o"},  {"ó", "o"}, {"ò", "o"},
    {"Ö", "o"}, {"ü", "u"}, {"ú", "u"}, {"ù", "u"}, {"ß", "ss"},
}};

/// What data makers put behind a word: edited (`x`), code, category, group, and parts of dates.
constexpr std::array<std::string_view, 16> kEndings{"code",
                                                    "group",
                                                    "year",
                                                    "cat",
                                                    "grp",
                                                    "num",
                                                    "yrs",
                                                    "cd",
                                                    "yr",
                                                    "yy",
                                                    "mm",
                                                    "dd",
                                                    "dt",
                                                    "nr",
                                                    "no",
                                                    "x"};
constexpr std::size_t kLeastStem = 3;     // letters that a word must keep
constexpr std::size_t kMostReadings = 4;  // `ICD9CODX10`: digits, x, then no more

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

std::string fold(std::string_view name) {
    std::string out;
    for (std::size_t at = 0; at < name.size();) {
        std::size_t step = 1;
        std::string_view letter = name.substr(at, 1);
        for (const auto& [from, to] : kFolded) {
            if (name.substr(at, from.size()) == from) {
                letter = to;
                step = from.size();
            }
        }
        out += letter;
        at += step;
    }
    return out;
}

/// A word without its digits at the end, or without one ending; the word itself if nothing is off.
std::string_view shortened(std::string_view word) {
    std::string_view bare = word;
    while (!bare.empty() && is_digit(bare.back())) {
        bare.remove_suffix(1);
    }
    if (bare.size() != word.size()) {
        return bare.size() >= kLeastStem ? bare : word;
    }
    for (const std::string_view ending : kEndings) {
        if (word.ends_with(ending) && word.size() >= ending.size() + kLeastStem) {
            return word.substr(0, word.size() - ending.size());
        }
    }
    return word;
}

/// Each word of `_a_b_` shortened once.
std::string shortened_words(std::string_view words) {
    std::string out = "_";
    words.remove_prefix(1);
    while (!words.empty()) {
        const std::string_view word = words.substr(0, words.find('_'));
        out += std::string(shortened(word)) + "_";
        words.remove_prefix(word.size() + 1);
    }
    return out;
}

}  // namespace

std::string words_of_name(std::string_view name) {
    const std::string folded = fold(name);
    std::string out = "_";
    for (std::size_t at = 0; at < folded.size(); ++at) {
        const char c = folded[at];
        if (is_upper(c)) {
            const bool starts = at > 0 && is_lower(folded[at - 1]);
            out += starts ? "_" : "";
            out += static_cast<char>(c - 'A' + 'a');
        } else if (is_lower(c) || is_digit(c)) {
            out += c;
        } else if (out.back() != '_') {
            out += '_';
        }
    }
    if (out.back() != '_') {
        out += '_';
    }
    return out;
}

std::vector<std::string> readings_of_name(std::string_view name) {
    std::vector<std::string> out{words_of_name(name)};
    while (out.size() < kMostReadings) {
        std::string next = shortened_words(out.back());
        if (next == out.back()) {
            break;
        }
        out.push_back(std::move(next));
    }
    return out;
}

bool matches_words(std::string_view pattern, std::string_view words) {
    const auto has = [words](const std::string& text) {
        return words.find(text) != std::string_view::npos;
    };
    const std::string word(pattern);
    if (pattern.front() == '=') {
        return words == "_" + word.substr(1) + "_";
    }
    if (pattern.front() == '*') {
        return has(word.substr(1) + "_");
    }
    if (pattern.back() == '*') {
        return has("_" + word.substr(0, word.size() - 1));
    }
    return has("_" + word + "_");
}

}  // namespace kanon::profile
