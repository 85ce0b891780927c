// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/address_text.hpp"

#include "kanon/base/text/ascii.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kanon {
namespace {

constexpr std::string_view kBetween = "://";
constexpr std::string_view kJdbc = "jdbc:";
constexpr std::string_view kHidden = "...";
constexpr std::array<std::string_view, 4> kSecretWords{"pwd", "password", "passwd", "passphrase"};

char small(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

std::string in_small_letters(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), small);
    return out;
}

bool may_stand_in_scheme(char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
}

/// Cut what stands between `://`, or `jdbc:` at the front, and the last `@`.
void cut_users(std::string& text) {
    const std::size_t at = text.rfind('@');
    const std::size_t between = text.find(kBetween);
    std::size_t begin = between == std::string::npos ? between : between + kBetween.size();
    if (begins_with(text, kJdbc)) {
        begin = std::min(begin, kJdbc.size());
    }
    if (at != std::string::npos && begin < at) {
        text.replace(begin, at - begin, kHidden);
    }
}

/// True if the word that ends at `end` is one that a password follows.
bool ends_with_secret_word(std::string_view text, std::size_t end) {
    while (end > 0 && text[end - 1] == ' ') {
        --end;
    }
    const std::string before = in_small_letters(text.substr(0, end));
    return std::ranges::any_of(kSecretWords,
                               [&](std::string_view word) { return before.ends_with(word); });
}

/// Where the value that begins there ends: `{...}`, or up to what ends an entry.
std::size_t end_of_value(std::string_view text, std::size_t begin) {
    const bool is_braced = begin < text.size() && text[begin] == '{';
    const std::size_t end =
        is_braced ? text.find('}', begin) : text.find_first_of(";& \t\n", begin);
    return std::min(end, text.size());
}

void cut_values(std::string& text) {
    for (std::size_t equals = text.find('='); equals != std::string::npos;
         equals = text.find('=', equals + 1)) {
        if (!ends_with_secret_word(text, equals)) {
            continue;
        }
        const std::size_t begin = std::min(text.find_first_not_of(' ', equals + 1), text.size());
        text.replace(begin, end_of_value(text, begin) - begin, kHidden);
    }
}

}  // namespace

bool begins_with(std::string_view text, std::string_view prefix) {
    return std::ranges::equal(text.substr(0, prefix.size()), prefix, {}, small);
}

bool names_address(std::string_view text) {
    return text.find(kBetween) != std::string_view::npos || begins_with(text, kJdbc);
}

std::string shown_path(std::string_view path) {
    if (!names_address(path)) {
        return std::string(path);
    }
    const std::size_t end = path.find(kBetween);
    if (begins_with(path, kJdbc) || end == std::string_view::npos) {
        return std::string(kJdbc) + std::string(kHidden);
    }
    std::size_t begin = end;
    while (begin > 0 && may_stand_in_scheme(path[begin - 1])) {
        --begin;
    }
    return in_small_letters(path.substr(begin, end - begin)) + std::string(kBetween) +
           std::string(kHidden);
}

void require_path(std::string_view path, ErrorCode code) {
    if (names_address(path)) {
        throw Error(code,
                    "is an address, and a file is needed here; name a file by its path",
                    Where{.file = shown_path(path)});
    }
}

std::string without_secrets(std::string text) {
    cut_users(text);
    cut_values(text);
    return text;
}

}  // namespace kanon
