// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/workbook_strings.hpp"

#include "kanon/base/error.hpp"

#include <charconv>
#include <system_error>

namespace kanon::io {
namespace {

constexpr std::uint64_t kMostStringBytes = std::uint64_t{1} << 30U;

/// The character of an escape `_x000D_` at the front of a text; none if there is none. Escapes of
/// halves of a pair are left as they are.
std::optional<char32_t> escape_at(std::string_view text) {
    constexpr std::size_t kSize = 7;
    constexpr std::size_t kDigits = 2;
    constexpr char32_t kFirstHalf = 0xD800;
    constexpr char32_t kLastHalf = 0xDFFF;
    if (text.size() < kSize || !text.starts_with("_x") || text[kSize - 1] != '_') {
        return std::nullopt;
    }
    std::uint32_t code = 0;
    const char* end = text.data() + kSize - 1;
    const auto [stop, fault] = std::from_chars(text.data() + kDigits, end, code, 16);
    const bool half = code >= kFirstHalf && code <= kLastHalf;
    if (fault != std::errc{} || stop != end || half) {
        return std::nullopt;
    }
    return static_cast<char32_t>(code);
}

/// Append a character of at most 16 bits.
void append_utf8(std::string& out, char32_t code) {
    constexpr char32_t kOneByte = 0x80;
    constexpr char32_t kTwoBytes = 0x800;
    constexpr char32_t kSix = 0x3F;
    if (code < kOneByte) {
        out += static_cast<char>(code);
    } else if (code < kTwoBytes) {
        out += static_cast<char>(0xC0U | (code >> 6U));
        out += static_cast<char>(0x80U | (code & kSix));
    } else {
        out += static_cast<char>(0xE0U | (code >> 12U));
        out += static_cast<char>(0x80U | ((code >> 6U) & kSix));
        out += static_cast<char>(0x80U | (code & kSix));
    }
}

/// Gathers the items of the part of shared strings.
class StringsHandler final : public XmlHandler {
public:
    StringsHandler(std::string& characters, std::vector<std::uint64_t>& starts, std::string name)
        : characters_(characters), starts_(starts), name_(std::move(name)) {}

    void open(std::string_view element, const XmlAttributes& /*attributes*/) override {
        if (element == "si") {
            item_.clear();
        }
        item_.open(element);
    }

    void close(std::string_view element) override {
        item_.close(element);
        if (element != "si") {
            return;
        }
        characters_ += item_.text();
        starts_.push_back(characters_.size());
        if (characters_.size() + starts_.size() * sizeof(starts_[0]) > kMostStringBytes) {
            refuse("holds texts of more than 1 GiB; save the sheet as CSV and read that");
        }
    }

    void text(std::string_view piece) override {
        if (!item_.add(piece)) {
            refuse("holds a text longer than a cell can be; the workbook is damaged");
        }
    }

private:
    [[noreturn]] void refuse(const std::string& message) const {
        throw Error(ErrorCode::bad_input, message, {.file = name_});
    }

    std::string& characters_;
    std::vector<std::uint64_t>& starts_;
    std::string name_;
    StringItem item_;
};

}  // namespace

void StringItem::clear() {
    text_.clear();
    in_text_ = false;
    in_sound_ = 0;
}

void StringItem::open(std::string_view element) {
    in_sound_ += element == "rPh" ? 1U : 0U;
    in_text_ = in_text_ || element == "t";
}

void StringItem::close(std::string_view element) {
    in_sound_ -= element == "rPh" && in_sound_ > 0 ? 1U : 0U;
    in_text_ = in_text_ && element != "t";
}

bool StringItem::add(std::string_view piece) {
    if (in_text_ && in_sound_ == 0) {
        text_ += piece;
    }
    return text_.size() <= kLongestCellText;
}

std::string StringItem::text() const {
    if (text_.find("_x") == std::string::npos) {
        return text_;
    }
    constexpr std::size_t kEscape = 7;
    std::string out;
    for (std::size_t at = 0; at < text_.size();) {
        if (const auto code = escape_at(std::string_view(text_).substr(at))) {
            append_utf8(out, *code);
            at += kEscape;
        } else {
            out += text_[at++];
        }
    }
    return out;
}

WorkbookStrings::WorkbookStrings(const WorkbookPackage& package, const std::string& name) {
    if (!package.strings_part().empty()) {
        StringsHandler handler(characters_, starts_, name);
        package.scan(package.strings_part(), handler);
    }
}

}  // namespace kanon::io
