// SPDX-License-Identifier: Apache-2.0
// Text in other encodings, and with blanks behind its delimiters. The first byte says in which
// encoding the other ones are to be read, the second how many are given at once. What is decoded
// is UTF-8, whatever the pieces were, and Latin-1 what a plain loop makes of it; blanks that were
// taken out are not there to be taken out again; and the bytes, as a table, are refused or read.
#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/io/text/blank_trim.hpp"
#include "kanon/io/text/text_encoding.hpp"

#include "support.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace {

constexpr std::array<const char*, 6> kEncodings{
    "latin1", "windows-1252", "utf-16", "utf-16le", "utf-16be", "shift_jis"};

template <class Eater>
void feed(Eater& eater, std::string_view bytes, std::size_t step) {
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        eater.eat(bytes.substr(at, step));
    }
}

std::optional<std::string> decoded(const char* encoding, std::string_view bytes, std::size_t step) {
    std::string out;
    try {
        kanon::io::Decoder decoder(
            encoding, "input", [&out](std::string_view piece) { out += piece; });
        feed(decoder, bytes, step);
        decoder.finish();
    } catch (const kanon::Error&) {
        return std::nullopt;
    }
    return out;
}

std::string trimmed(std::string_view bytes, std::size_t step) {
    std::string out;
    kanon::io::BlankTrimmer trimmer(',', '"', [&out](std::string_view piece) { out += piece; });
    feed(trimmer, bytes, step);
    return out;
}

std::string plain_latin1(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80U) {
            out += static_cast<char>(0xC0U | (byte >> 6U));
            out += static_cast<char>(0x80U | (byte & 0x3FU));
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kHead = 2;
    static const kanon::fuzz::Folder folder;
    if (size < kHead) {
        return 0;
    }
    const char* encoding = kEncodings[data[0] % kEncodings.size()];
    const std::size_t step = data[1] + std::size_t{1};
    const std::string bytes = kanon::fuzz::text_of(data + kHead, size - kHead);
    const std::optional<std::string> text = decoded(encoding, bytes, bytes.size() + 1);
    KANON_CHECK(text == decoded(encoding, bytes, step));
    KANON_CHECK(!text || !kanon::first_invalid_utf8(*text));
    KANON_CHECK(data[0] % kEncodings.size() != 0 || text == plain_latin1(bytes));
    const std::string without = trimmed(bytes, bytes.size() + 1);
    KANON_CHECK(without == trimmed(bytes, step));
    KANON_CHECK(without == trimmed(without, step));
    kanon::fuzz::write_bytes(folder.at("input.csv"), bytes);
    for (const char* told : {"", encoding}) {
        kanon::ReadOptions options;
        options.encoding = told;
        options.header_in_doubt = true;
        if (const auto table = kanon::fuzz::table_or_refused(folder.at("input.csv"), options)) {
            kanon::fuzz::check_survives(*table, folder.at("again.csv"));
        }
    }
    return 0;
}
