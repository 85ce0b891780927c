// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/look_of_text.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/text/ascii.hpp"
#include "kanon/base/text/folded_text.hpp"
#include "kanon/base/text/utf8.hpp"

#include <unicode/uspoof.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace kanon {
namespace {

constexpr unsigned char kFirstBeyondAscii = 0x80;

bool is_plain(char c) {
    return static_cast<unsigned char>(c) < kFirstBeyondAscii;
}

/// Skeletons of Unicode Technical Standard 39, by ICU.
class Skeletons {
public:
    Skeletons() {
        UErrorCode status = U_ZERO_ERROR;
        checker_.reset(uspoof_open(&status));
        KANON_CHECK(U_SUCCESS(status));
        for (std::size_t i = 0; i < of_ascii_.size(); ++i) {
            of_ascii_[i] = by_icu(std::string(1, static_cast<char>(i)));
        }
    }

    /// Of plain ASCII each character has one of its own; a text that is not UTF-8 is its own.
    [[nodiscard]] std::string of(const std::string& text) const {
        if (!std::ranges::all_of(text, is_plain)) {
            return first_invalid_utf8(text) ? text : by_icu(text);
        }
        std::string out;
        for (const char c : text) {
            out += of_ascii_[static_cast<unsigned char>(c)];
        }
        return out;
    }

private:
    struct Close {
        void operator()(USpoofChecker* checker) const { uspoof_close(checker); }
    };

    [[nodiscard]] std::string by_icu(const std::string& text) const {
        constexpr std::size_t kGrowth = 4;  // what one character becomes is short
        std::string out(text.size() * kGrowth + kGrowth, '\0');
        while (true) {
            UErrorCode status = U_ZERO_ERROR;
            const std::int32_t size = uspoof_getSkeletonUTF8(checker_.get(),
                                                             0,
                                                             text.data(),
                                                             static_cast<std::int32_t>(text.size()),
                                                             out.data(),
                                                             static_cast<std::int32_t>(out.size()),
                                                             &status);
            if (U_SUCCESS(status)) {
                out.resize(static_cast<std::size_t>(size));
                return out;
            }
            if (status != U_BUFFER_OVERFLOW_ERROR) {
                return text;
            }
            out.resize(static_cast<std::size_t>(size) + 1);
        }
    }

    std::unique_ptr<USpoofChecker, Close> checker_;
    std::array<std::string, kFirstBeyondAscii> of_ascii_;
};

const Skeletons& skeletons() {
    static const Skeletons only;
    return only;
}

/// Dashes and quotes of Unicode as ASCII has them.
std::string with_plain_marks(std::string_view text) {
    if (std::ranges::all_of(text, is_plain)) {
        return std::string(text);
    }
    constexpr utf8proc_int32_t kMinus = 0x2212;
    std::string out;
    while (!text.empty()) {
        utf8proc_int32_t point = 0;
        const utf8proc_ssize_t size =
            utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                             static_cast<utf8proc_ssize_t>(text.size()),
                             &point);
        const auto bytes = size > 0 ? static_cast<std::size_t>(size) : std::size_t{1};
        const auto kind = size > 0 ? utf8proc_category(point) : UTF8PROC_CATEGORY_CN;
        if (point == kMinus || kind == UTF8PROC_CATEGORY_PD) {
            out += '-';
        } else if (kind == UTF8PROC_CATEGORY_PI || kind == UTF8PROC_CATEGORY_PF) {
            out += '\'';
        } else {
            out += text.substr(0, bytes);
        }
        text.remove_prefix(bytes);
    }
    return out;
}

bool is_letter_or_digit(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || !is_plain(c);
}

/// Takes marks out of one text, each by what stands beside it.
class MarkCleaner {
public:
    explicit MarkCleaner(std::string_view text) : text_(text) {}

    std::string run() {
        std::string out;
        for (std::size_t at = 0; at < text_.size();) {
            if (is_digit(text_[at]) && (at == 0 || !is_digit(text_[at - 1]))) {
                at = take_number(at, out);
            } else {
                out += drops(at) ? "" : std::string(1, text_[at]);
                ++at;
            }
        }
        return out;
    }

private:
    [[nodiscard]] bool has_digit(std::size_t at) const {
        return at < text_.size() && is_digit(text_[at]);
    }

    /// The digits that begin here, over what parts groups of three; returns where they end.
    std::size_t take_number(std::size_t at, std::string& out) const {
        std::size_t end = end_of_digits(at);
        out += text_.substr(at, end - at);
        constexpr std::size_t kGroup = 3;
        if (end - at > kGroup || end == text_.size() || (at > 0 && text_[at - 1] == '.')) {
            return end;
        }
        const char mark = text_[end];
        if (std::string_view(", '_").find(mark) == std::string_view::npos) {
            return end;
        }
        while (end < text_.size() && text_[end] == mark &&
               end_of_digits(end + 1) == end + 1 + kGroup) {
            out += text_.substr(end + 1, kGroup);
            end += kGroup + 1;
        }
        return end;
    }

    [[nodiscard]] std::size_t end_of_digits(std::size_t at) const {
        while (has_digit(at)) {
            ++at;
        }
        return at;
    }

    [[nodiscard]] bool drops(std::size_t at) const {
        const char c = text_[at];
        const bool behind_digit = at > 0 && is_digit(text_[at - 1]);
        const bool before_digit = has_digit(at + 1);
        if (c == ' ' || c == ',' || c == ':' || c == '_') {
            return !(behind_digit && before_digit);
        }
        if (c == '.') {
            return !before_digit;
        }
        if (c == '-') {
            const bool between = at > 0 && at + 1 < text_.size() &&
                                 is_letter_or_digit(text_[at - 1]) &&
                                 is_letter_or_digit(text_[at + 1]);
            return between && !(behind_digit && before_digit);
        }
        return std::string_view(";!'\"()[]{}").find(c) != std::string_view::npos;
    }

    std::string_view text_;
};

}  // namespace

std::string bare_text(std::string_view text) {
    const std::string plain = with_plain_marks(text);
    std::string out = MarkCleaner(plain).run();
    return out.empty() ? plain : out;
}

std::array<std::string, 2> looks_of_text(std::string_view text) {
    return {folded(skeletons().of(bare_text(folded(text)))),
            folded(skeletons().of(bare_text(text)))};
}

}  // namespace kanon
