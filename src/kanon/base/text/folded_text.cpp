// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/folded_text.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace kanon {
namespace {

bool is_ascii(std::string_view text) {
    return std::all_of(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Letters of ASCII in lower case; each run of blanks and control characters as one blank, none at
/// the ends.
std::string folded_ascii(std::string_view text) {
    constexpr char kDelete = 0x7F;
    std::string out;
    out.reserve(text.size());
    bool blank = false;
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) <= ' ') || c == kDelete) {
            blank = !out.empty();
            continue;
        }
        if (blank) {
            out += ' ';
            blank = false;
        }
        out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

}  // namespace

std::string folded(std::string_view text) {
    if (is_ascii(text)) {
        return folded_ascii(text);
    }
    constexpr auto kHow =
        static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT |
                                       UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | UTF8PROC_STRIPCC);
    utf8proc_uint8_t* made = nullptr;
    const utf8proc_ssize_t size =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                     static_cast<utf8proc_ssize_t>(text.size()),
                     &made,
                     kHow);
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(made, &std::free);
    if (size < 0) {
        return folded_ascii(text);
    }
    return folded_ascii({reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)});
}

}  // namespace kanon
