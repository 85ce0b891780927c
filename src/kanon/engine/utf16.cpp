// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/utf16.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/utf8.hpp"

#include <cstdint>

namespace kanon::engine {
namespace {

constexpr std::uint32_t kFirstHigh = 0xD800;
constexpr std::uint32_t kFirstLow = 0xDC00;
constexpr std::uint32_t kAfterPairs = 0xE000;
constexpr std::uint32_t kFirstPaired = 0x10000;
constexpr std::uint32_t kReplacement = 0xFFFD;

/// Takes a code point from the front. \pre the text is UTF-8 and not empty
std::uint32_t take_code_point(std::string_view& text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80U ? 1 : first < 0xE0U ? 2 : first < 0xF0U ? 3 : 4;
    std::uint32_t point = length == 1 ? first : first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        point = point << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    text.remove_prefix(length);
    return point;
}

void append_point(std::uint32_t point, std::string& out) {
    if (point < 0x80) {
        out += static_cast<char>(point);
        return;
    }
    const unsigned trailing = point < 0x800 ? 1 : point < kFirstPaired ? 2 : 3;
    const unsigned lead = trailing == 1 ? 0xC0U : trailing == 2 ? 0xE0U : 0xF0U;
    out += static_cast<char>(lead | point >> 6U * trailing);
    for (unsigned i = trailing; i-- > 0;) {
        out += static_cast<char>(0x80U | ((point >> 6U * i) & 0x3FU));
    }
}

bool is_high(char16_t unit) {
    return unit >= kFirstHigh && unit < kFirstLow;
}

bool is_low(char16_t unit) {
    return unit >= kFirstLow && unit < kAfterPairs;
}

}  // namespace

std::u16string to_utf16(std::string_view text) {
    if (first_invalid_utf8(text)) {
        throw Error(ErrorCode::bad_input, "a name or value for the engine is no UTF-8");
    }
    std::u16string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::uint32_t point = take_code_point(text);
        if (point < kFirstPaired) {
            out += static_cast<char16_t>(point);
        } else {
            out += static_cast<char16_t>(kFirstHigh + ((point - kFirstPaired) >> 10U));
            out += static_cast<char16_t>(kFirstLow + ((point - kFirstPaired) & 0x3FFU));
        }
    }
    return out;
}

void append_utf8(std::u16string_view text, std::string& out) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::uint32_t point = text[i];
        if (is_high(text[i]) && i + 1 < text.size() && is_low(text[i + 1])) {
            point = kFirstPaired + ((point - kFirstHigh) << 10U) + (text[++i] - kFirstLow);
        } else if (is_high(text[i]) || is_low(text[i])) {
            point = kReplacement;
        }
        append_point(point, out);
    }
}

}  // namespace kanon::engine
