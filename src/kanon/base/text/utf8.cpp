// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/utf8.hpp"

#include <cstdint>

namespace kanon {
namespace {

bool is_continuation(char byte) {
    return (static_cast<std::uint8_t>(byte) & 0xC0U) == 0x80U;
}

/// How a sequence goes on after its lead byte: its length, and the range of its second byte, which
/// alone rules out overlong forms, surrogates and too large code points (Unicode table 3-7).
struct Sequence {
    std::size_t length = 0;  ///< 0: not a lead byte
    std::uint8_t second_low = 0x80;
    std::uint8_t second_high = 0xBF;
};

Sequence sequence_of(std::uint8_t lead) {
    if (lead < 0x80) {
        return {.length = 1};
    }
    if (lead >= 0xC2 && lead <= 0xDF) {
        return {.length = 2};
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
        return {.length = 3,
                .second_low = static_cast<std::uint8_t>(lead == 0xE0 ? 0xA0 : 0x80),
                .second_high = static_cast<std::uint8_t>(lead == 0xED ? 0x9F : 0xBF)};
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        return {.length = 4,
                .second_low = static_cast<std::uint8_t>(lead == 0xF0 ? 0x90 : 0x80),
                .second_high = static_cast<std::uint8_t>(lead == 0xF4 ? 0x8F : 0xBF)};
    }
    return {};
}

bool valid_at(std::string_view text, const Sequence& sequence) {
    if (sequence.length == 0 || text.size() < sequence.length) {
        return false;
    }
    for (std::size_t i = 1; i < sequence.length; ++i) {
        if (!is_continuation(text[i])) {
            return false;
        }
    }
    const auto second = static_cast<std::uint8_t>(sequence.length > 1 ? text[1] : '\x80');
    return sequence.length == 1 ||
           (second >= sequence.second_low && second <= sequence.second_high);
}

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const Sequence sequence = sequence_of(static_cast<std::uint8_t>(text[at]));
        if (!valid_at(text.substr(at), sequence)) {
            return at;
        }
        at += sequence.length;
    }
    return std::nullopt;
}

std::size_t code_point_count(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        count += at == 0 || !is_continuation(text[at]) ? 1U : 0U;
    }
    return count;
}

std::string_view first_code_points(std::string_view text, std::size_t count) {
    std::size_t at = 0;
    for (std::size_t seen = 0; at < text.size(); ++at) {
        seen += at == 0 || !is_continuation(text[at]) ? 1U : 0U;
        if (seen > count) {
            break;
        }
    }
    return text.substr(0, at);
}

std::string_view last_code_points(std::string_view text, std::size_t count) {
    const std::size_t all = code_point_count(text);
    return count >= all ? text : text.substr(first_code_points(text, all - count).size());
}

}  // namespace kanon
