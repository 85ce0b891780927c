// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text/header_evidence.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/io/text/header_words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace kanon::io {
namespace {

using Cells = std::vector<std::string>;

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

/// A letter, or a byte of one beyond ASCII.
bool is_letter(char c) {
    return is_upper(c) || is_lower(c) || static_cast<unsigned char>(c) >= 0x80U;
}

char small(char c) {
    return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string_view trimmed(std::string_view cell) {
    const std::size_t first = cell.find_first_not_of(" \t");
    return first == std::string_view::npos
               ? std::string_view()
               : cell.substr(first, cell.find_last_not_of(" \t") - first + 1);
}

/// What a cell is made of. A number is anything with digits and without letters: dates, codes,
/// ranges and masked codes too.
enum class Make : std::uint8_t { nothing, number, words };

Make make_of(std::string_view cell) {
    constexpr std::array<std::string_view, 9> kNothing{
        "na", "n/a", "n.a.", "nan", "null", "nil", "none", "unknown", "missing"};
    if (std::ranges::any_of(cell, is_letter)) {
        std::string lower(trimmed(cell));
        std::ranges::transform(lower, lower.begin(), small);
        return std::ranges::find(kNothing, lower) == kNothing.end() ? Make::words : Make::nothing;
    }
    return std::ranges::any_of(cell, is_digit) ? Make::number : Make::nothing;
}

/// How a text is written, as far as names and values commonly differ in it.
unsigned style_of(std::string_view text) {
    const char first = text.empty() ? ' ' : text.front();
    const auto any = [text](auto is) { return std::ranges::any_of(text, is); };
    const std::array<bool, 6> facts{is_upper(first),
                                    is_lower(first),
                                    any(is_digit),
                                    any([](char c) { return c == ' '; }),
                                    any([](char c) { return c == '_'; }),
                                    !any(is_lower)};
    unsigned style = 0;
    for (std::size_t fact = 0; fact < facts.size(); ++fact) {
        style |= facts[fact] ? 1U << fact : 0U;
    }
    return style;
}

/// The words of a name in small letters: parted by signs and digits, and in camelCase.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> out;
    bool within = false;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const char c = name[at];
        const bool hump = is_upper(c) && at > 0 && is_lower(name[at - 1]);
        if (!is_letter(c)) {
            within = false;
            continue;
        }
        if (!within || hump) {
            out.emplace_back();
        }
        out.back() += small(c);
        within = true;
    }
    return out;
}

bool is_made_of_header_words(std::string_view name) {
    const std::vector<std::string> words = words_of(name);
    return !words.empty() &&
           std::ranges::all_of(words, [](const std::string& word) { return is_header_word(word); });
}

/// A stem and the number behind it, `x` and 7 of `x7`; single letters count by their place.
std::optional<std::pair<std::string_view, std::uint64_t>> numbered(std::string_view name) {
    if (name.size() == 1 && (is_lower(name[0]) || is_upper(name[0]))) {
        return std::pair(std::string_view(), static_cast<std::uint64_t>(name[0]));
    }
    const std::size_t last = name.find_last_not_of("0123456789");
    const std::string_view stem = name.substr(0, last == std::string_view::npos ? 0 : last + 1);
    const std::string_view digits = name.substr(stem.size());
    std::uint64_t number = 0;
    const auto [stop, fault] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || fault != std::errc{}) {
        return std::nullopt;
    }
    return std::pair(stem, number);
}

/// True if cells differ by a number alone that counts up by one: V1, V2; a, b, c; 2019, 2020.
bool counts_up(const Cells& cells) {
    for (std::size_t j = 0; j < cells.size(); ++j) {
        const auto here = numbered(trimmed(cells[j]));
        const auto before = j == 0 ? here : numbered(trimmed(cells[j - 1]));
        if (!here || !before || here->first != before->first ||
            (j > 0 && here->second != before->second + 1)) {
            return false;
        }
    }
    return cells.size() > 1;
}

/// What speaks for a header and what for data, in columns.
struct Evidence {
    std::size_t columns = 0;
    std::size_t numbers = 0;         ///< cells of the first record that are numbers
    std::size_t number_columns = 0;  ///< columns of numbers below the first record
    std::size_t over = 0;            ///< words over a column of numbers
    std::size_t again = 0;           ///< words that are values of their column further below
    std::size_t named = 0;           ///< words of which names of columns are made
    std::size_t other_style = 0;     ///< words of another make than all that is below them
    bool twice = false;              ///< two cells of the first record are alike
};

/// A column below its first cell.
struct Below {
    std::size_t numbers = 0;
    std::size_t words = 0;
    bool again = false;
    bool underscores = false;
    std::optional<unsigned> style;  ///< of all words, none if they differ
};

Below look_below(std::span<const Cells> records, std::size_t j) {
    Below out;
    bool same = true;
    for (const Cells& record : records.subspan(1)) {
        if (j >= record.size()) {
            continue;
        }
        const std::string_view cell = trimmed(record[j]);
        const Make make = make_of(cell);
        out.numbers += make == Make::number ? 1U : 0U;
        if (make == Make::words) {
            const unsigned style = style_of(cell);
            same = same && style == out.style.value_or(style);
            out.style = style;
            ++out.words;
        }
        out.again = out.again || cell == trimmed(records[0][j]);
        out.underscores = out.underscores || cell.find('_') != std::string_view::npos;
    }
    if (!same) {
        out.style.reset();
    }
    return out;
}

void weigh_words(std::string_view cell, const Below& below, bool is_number_column, Evidence& out) {
    constexpr std::size_t kEnoughWords = 5;
    out.over += is_number_column ? 1U : 0U;
    out.again += below.again ? 1U : 0U;
    const bool identifier = cell.find('_') != std::string_view::npos &&
                            cell.find(' ') == std::string_view::npos && !below.underscores;
    out.named += is_made_of_header_words(cell) || identifier ? 1U : 0U;
    const bool other_style =
        below.words >= kEnoughWords && below.style && *below.style != style_of(cell);
    out.other_style += other_style ? 1U : 0U;
}

Evidence weigh(std::span<const Cells> records) {
    constexpr std::size_t kNumbersToAWord = 20;  // a column of numbers may hold a few other marks
    const Cells& first = records[0];
    Evidence out;
    out.columns = first.size();
    Cells sorted;
    for (std::size_t j = 0; j < first.size(); ++j) {
        const std::string_view cell = trimmed(first[j]);
        const Below below = look_below(records, j);
        const bool is_number_column =
            below.numbers > 0 && below.numbers >= below.words * kNumbersToAWord;
        out.number_columns += is_number_column ? 1U : 0U;
        const Make make = make_of(cell);
        out.numbers += make == Make::number ? 1U : 0U;
        if (make == Make::words) {
            weigh_words(cell, below, is_number_column, out);
            sorted.emplace_back(cell);
        }
    }
    std::ranges::sort(sorted);
    out.twice = std::ranges::adjacent_find(sorted) != sorted.end();
    return out;
}

/// A first record without numbers over columns of which some are numbers.
FirstRecord judge_over_numbers(const Evidence& evidence, const Cells& first) {
    // One word over the only column of numbers may be somebody's answer in place of a number.
    const std::size_t other_columns = evidence.columns - evidence.number_columns;
    const bool alone = evidence.over == 1 && other_columns > 1 && evidence.named == 0 &&
                       evidence.other_style == 0 && !counts_up(first);
    return evidence.again > 0 || alone ? FirstRecord::doubt : FirstRecord::header;
}

/// A first record without numbers in a table without columns of numbers.
FirstRecord judge_among_words(const Evidence& evidence, const Cells& first) {
    constexpr std::size_t kNamedOf = 3;  // one in three, at least
    const bool named = evidence.named * kNamedOf >= evidence.columns && evidence.named > 0;
    const bool stands_out = evidence.other_style * 2 > evidence.columns && evidence.columns > 1;
    const bool for_header = named || stands_out || counts_up(first);
    if (evidence.again > 0 || evidence.twice) {
        return for_header ? FirstRecord::doubt : FirstRecord::data;
    }
    return for_header ? FirstRecord::header : FirstRecord::doubt;
}

/// The name that column `j` has in a table without header.
bool is_made_up_name(std::string_view name, std::size_t columns) {
    constexpr std::string_view kStem = "column";
    const auto parts = numbered(name);
    return parts && parts->first == kStem && parts->second >= 1 && parts->second <= columns;
}

}  // namespace

std::optional<FirstRecord> judge_by_names(const Cells& first,
                                          std::span<const std::string> known_names) {
    if (known_names.empty()) {
        return std::nullopt;
    }
    if (std::ranges::all_of(known_names, [&](const std::string& name) {
            return std::ranges::find(first, name) != first.end();
        })) {
        return FirstRecord::header;
    }
    const bool made_up = std::ranges::all_of(
        known_names, [&](const std::string& name) { return is_made_up_name(name, first.size()); });
    return made_up ? std::optional(FirstRecord::data) : std::nullopt;
}

FirstRecord judge_first_record(std::span<const Cells> records,
                               std::span<const std::string> known_names) {
    constexpr std::size_t kFewNumbers = 3;  // two that count up are a row like any other
    const Cells& first = records[0];
    if (const auto by_names = judge_by_names(first, known_names)) {
        return *by_names;
    }
    const Evidence evidence = weigh(records);
    if (evidence.numbers > 0) {
        const bool numbered_header =
            evidence.numbers == first.size() && first.size() >= kFewNumbers && counts_up(first);
        return evidence.over > 0 || numbered_header ? FirstRecord::doubt : FirstRecord::data;
    }
    if (records.size() == 1) {
        return FirstRecord::header;
    }
    return evidence.over > 0 ? judge_over_numbers(evidence, first)
                             : judge_among_words(evidence, first);
}

}  // namespace kanon::io
