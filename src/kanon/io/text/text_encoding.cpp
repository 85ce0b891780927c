// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text/text_encoding.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/ascii.hpp"
#include "kanon/base/text/utf8.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <utility>

namespace kanon::io {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLongRun = 3;
constexpr std::size_t kLongestRun = std::size_t{1} << 20U;  ///< then it is judged as it is

const auto kNoConverter = reinterpret_cast<iconv_t>(-1);

std::string lower_case(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return out;
}

/// iconv has LATIN1, people write latin-1.
std::string iconv_name(std::string_view encoding) {
    std::string name = lower_case(encoding);
    constexpr std::string_view kLatin = "latin-";
    return name.starts_with(kLatin) ? "latin" + name.substr(kLatin.size()) : std::string(encoding);
}

std::size_t nul_bytes(std::string_view text, std::size_t first) {
    std::size_t count = 0;
    for (std::size_t at = first; at < text.size(); at += 2) {
        count += text[at] == '\0' ? 1U : 0U;
    }
    return count;
}

}  // namespace

StartEncoding encoding_of_start(std::string_view start) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kMarks{
        {{"\xFF\xFE\0\0"sv, "UTF-32LE"},
         {"\0\0\xFE\xFF"sv, "UTF-32BE"},
         {"\xFF\xFE"sv, "UTF-16LE"},
         {"\xFE\xFF"sv, "UTF-16BE"}}};
    for (const auto& [mark, name] : kMarks) {
        if (start.starts_with(mark)) {
            return {.name = std::string(name), .marked = true};
        }
    }
    const std::size_t pairs = start.size() / 2;
    const std::string_view text = start.substr(0, pairs * 2);
    const std::size_t even = nul_bytes(text, 0);
    const std::size_t odd = nul_bytes(text, 1);
    constexpr std::size_t kFewPairs = 2;
    if (pairs < kFewPairs || std::max(even, odd) * 2 < pairs) {
        return {};
    }
    if (even == 0) {
        return {.name = "UTF-16LE"};
    }
    return odd == 0 ? StartEncoding{.name = "UTF-16BE"} : StartEncoding{};
}

void EncodingScan::eat(std::string_view bytes) {
    for (const char c : bytes) {
        if (static_cast<unsigned char>(c) >= 0x80U && run_.size() < kLongestRun) {
            run_ += c;
        } else {
            end_run();
            letters_ += is_letter(c) ? 1U : 0U;
        }
    }
}

void EncodingScan::finish() {
    end_run();
}

void EncodingScan::end_run() {
    constexpr std::string_view kUndefined = "\x81\x8D\x8F\x90\x9D";
    if (run_.empty()) {
        return;
    }
    ++(first_invalid_utf8(run_) ? invalid_ : sequences_);
    high_ += run_.size();
    long_runs_ += run_.size() >= kLongRun ? run_.size() : 0;
    undefined_ = undefined_ || run_.find_first_of(kUndefined) != std::string::npos;
    run_.clear();
}

bool EncodingScan::reads_as_windows_1252() const {
    constexpr std::uint64_t kFew = 10;
    constexpr std::uint64_t kLettersToOne = 3;
    return !is_utf8() && !undefined_ && long_runs_ * kFew <= high_ &&
           high_ * kLettersToOne <= letters_ && sequences_ * kFew <= invalid_;
}

Encoder::Encoder(const std::string& encoding, bool has_mark, std::string file)
    : converter_(nullptr), encoding_(encoding), file_(std::move(file)), has_mark_(has_mark) {
    if (encoding.empty() || is_utf8_name(encoding)) {
        return;
    }
    converter_ = iconv_open(iconv_name(encoding).c_str(), "UTF-8");
    if (converter_ == kNoConverter) {
        throw Error(ErrorCode::usage,
                    "--output-encoding: '" + encoding +
                        "' is not known; such as latin1, windows-1252 or utf-16 (iconv --list has "
                        "them all)");
    }
}

Encoder::~Encoder() {
    if (converter_ != nullptr) {
        iconv_close(converter_);
    }
}

std::string Encoder::start() {
    return has_mark_ ? encoded("\xEF\xBB\xBF") : std::string();
}

std::string Encoder::encoded(const std::string& text) {
    if (converter_ == nullptr) {
        return text;
    }
    constexpr std::size_t kMostBytes = 4;  // of a character, and of one of UTF-8
    std::string bytes(text.size() * kMostBytes + kMostBytes, '\0');
    std::string copy = text;  // iconv takes what it may not write to
    char* in = copy.data();
    std::size_t left = copy.size();
    char* out = bytes.data();
    std::size_t free = bytes.size();
    if (iconv(converter_, &in, &left, &out, &free) == static_cast<std::size_t>(-1)) {
        throw Error(
            ErrorCode::bad_output,
            "holds a character that " + encoding_ + " has not; write it as --output-encoding utf-8",
            {.file = file_});
    }
    bytes.resize(bytes.size() - free);
    return bytes;
}

bool is_utf8_name(std::string_view encoding) {
    const std::string name = lower_case(encoding);
    return name == "utf-8" || name == "utf8";
}

Decoder::Decoder(std::string encoding,
                 std::string file,
                 std::function<void(std::string_view)> write)
    : converter_(iconv_open("UTF-8", iconv_name(encoding).c_str())),
      encoding_(std::move(encoding)),
      file_(std::move(file)),
      write_(std::move(write)) {
    if (converter_ == kNoConverter) {
        throw Error(ErrorCode::usage,
                    "--encoding: '" + encoding_ +
                        "' is not known; such as latin1, windows-1252 or utf-16 (iconv --list has "
                        "them all)");
    }
}

Decoder::~Decoder() {
    iconv_close(converter_);
}

void Decoder::emit(std::string_view text) {
    lines_ += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    if (!started_ && !text.empty()) {
        started_ = true;
        text.remove_prefix(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    }
    write_(text);
}

void Decoder::refuse() const {
    throw Error(ErrorCode::bad_input,
                "bytes that are no text in " + encoding_ + "; say its --encoding",
                {.file = file_, .line = lines_ + 1});
}

void Decoder::eat(std::string_view bytes) {
    constexpr std::size_t kRoom = std::size_t{1} << 16U;
    rest_ += bytes;
    std::string room(kRoom, '\0');
    char* in = rest_.data();
    std::size_t left = rest_.size();
    while (left > 0) {
        char* out = room.data();
        std::size_t free = room.size();
        const std::size_t done = iconv(converter_, &in, &left, &out, &free);
        const int fault = done == static_cast<std::size_t>(-1) ? errno : 0;
        emit(std::string_view(room).substr(0, room.size() - free));
        if (fault == EILSEQ) {
            refuse();
        }
        if (fault == EINVAL) {
            break;
        }
    }
    rest_.erase(0, rest_.size() - left);
}

void Decoder::finish() {
    if (!rest_.empty()) {
        refuse();
    }
}

}  // namespace kanon::io
