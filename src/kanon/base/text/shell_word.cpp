// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/shell_word.hpp"

namespace kanon {
namespace {

bool needs_quotes(std::string_view word) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    return word.empty() || word.find_first_not_of(kPlain) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
    if (!needs_quotes(text)) {
        return std::string(text);
    }
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return out + "'";
}

std::string shell_list_item(std::string_view name) {
    std::string out;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const bool is_mark = name[at] == ',' || (name[at] == '\\' && at + 1 < name.size() &&
                                                 (name[at + 1] == ',' || name[at + 1] == '\\'));
        out += (is_mark ? "\\" : "") + std::string(1, name[at]);
    }
    return shell_word(out);
}

}  // namespace kanon
