// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"

#include "terminal/flags.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace kanon::cli {
namespace {

/// A word whose address, by itself or behind `--flag=` or `-f`, is as it may be shown.
std::string shown_word(std::string_view word) {
    std::size_t begin = 0;
    if (word.starts_with("--")) {
        begin = word.find('=') + 1;  // 0 where there is none
    } else if (word.starts_with('-')) {
        begin = std::min<std::size_t>(2, word.size());
    }
    return std::string(word.substr(0, begin)) + shown_input(word.substr(begin));
}

}  // namespace

Invocation invocation_of(int count, const char* const* words) {
    std::string out = "kanon";
    for (int i = 1; i < count; ++i) {
        const std::string word = shown_word(words[i]);
        if (word.starts_with(kSecretSeed)) {
            i += word == kSecretSeed ? 1 : 0;  // its value is the next word
            continue;
        }
        out += " ";
        out += shell_word(word);
    }
    return {out};
}

}  // namespace kanon::cli
