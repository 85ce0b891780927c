// SPDX-License-Identifier: Apache-2.0
#include "terminal/flags.hpp"
#include "verbs.hpp"

#include <string_view>

namespace kanon::cli {
namespace {

bool needs_quotes(std::string_view word) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    return word.empty() || word.find_first_not_of(kPlain) != std::string_view::npos;
}

std::string quoted(std::string_view word) {
    std::string out = "'";
    for (const char c : word) {
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return out + "'";
}

}  // namespace

Invocation invocation_of(int count, const char* const* words) {
    std::string out = "kanon";
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        if (word.starts_with(kSecretSeed)) {
            i += word == kSecretSeed ? 1 : 0;  // its value is the next word
            continue;
        }
        out += " ";
        out += needs_quotes(word) ? quoted(word) : std::string(word);
    }
    return {out};
}

}  // namespace kanon::cli
