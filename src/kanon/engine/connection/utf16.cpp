// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/utf16.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/utf8.hpp"

#include <utf8proc.h>

#include <array>
#include <cstdint>

namespace kanon::engine {
namespace {

constexpr std::uint32_t kFirstHigh = 0xD800;
constexpr std::uint32_t kFirstLow = 0xDC00;
constexpr std::uint32_t kAfterPairs = 0xE000;
constexpr std::uint32_t kFirstPaired = 0x10000;
constexpr std::uint32_t kReplacement = 0xFFFD;

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
        utf8proc_int32_t found = 0;
        const auto* const bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
        const utf8proc_ssize_t length =
            utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &found);
        text.remove_prefix(static_cast<std::size_t>(length));
        const auto point = static_cast<std::uint32_t>(found);
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
        std::array<utf8proc_uint8_t, 4> bytes{};
        const utf8proc_ssize_t length =
            utf8proc_encode_char(static_cast<utf8proc_int32_t>(point), bytes.data());
        out.append(bytes.begin(), bytes.begin() + length);
    }
}

}  // namespace kanon::engine
