// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace kanon::io {

/// The encoding that the first bytes of a text tell: by its mark, or by the NUL bytes that every
/// other byte of UTF-16 is where most letters are Latin. "" for all others, UTF-8 among them.
struct StartEncoding {
    std::string name{};   ///< as iconv has it
    bool marked = false;  ///< by its mark: nothing was guessed
};

[[nodiscard]] StartEncoding encoding_of_start(std::string_view start);

/// Looks at all bytes of a text that is perhaps no UTF-8.
class EncodingScan {
public:
    void eat(std::string_view bytes);

    /// The end of the text.
    void finish();

    /// False once bytes came that are no UTF-8.
    [[nodiscard]] bool is_utf8() const { return invalid_ == 0; }

    /// True for a text that is no UTF-8 and reads well as Windows-1252 (and so as Latin-1 where it
    /// is that): of bytes beyond ASCII no code that has no character, next to no runs of three and
    /// fewer than one for three letters of ASCII, and next to no UTF-8 among them. Else it is in
    /// another encoding, or damaged.
    [[nodiscard]] bool reads_as_windows_1252() const;

private:
    void end_run();

    std::uint64_t invalid_ = 0;    ///< runs of bytes beyond ASCII that are no UTF-8
    std::uint64_t sequences_ = 0;  ///< such runs that are
    std::uint64_t high_ = 0;       ///< bytes beyond ASCII
    std::uint64_t letters_ = 0;    ///< of ASCII
    std::uint64_t long_runs_ = 0;  ///< bytes in runs of three and more
    bool undefined_ = false;
    std::string run_;
};

/// Turns bytes of an encoding into UTF-8, without a mark at its start, piece by piece.
class Decoder {
public:
    /// `write` is given the text. \throws Error{usage} if iconv knows no such encoding.
    Decoder(std::string encoding, std::string file, std::function<void(std::string_view)> write);
    ~Decoder();
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    Decoder(Decoder&&) = delete;
    Decoder& operator=(Decoder&&) = delete;

    /// \throws Error{bad_input} with the line of bytes that are none of the encoding.
    void eat(std::string_view bytes);

    /// The end of the text. \throws Error{bad_input} if it ends within a character.
    void finish();

private:
    void emit(std::string_view text);
    [[noreturn]] void refuse() const;

    void* converter_;
    std::string encoding_;
    std::string file_;
    std::function<void(std::string_view)> write_;
    std::string rest_;  ///< bytes of a character that is not whole yet
    std::uint64_t lines_ = 0;
    bool started_ = false;
};

/// Turns UTF-8 into the bytes of an encoding, text by text.
class Encoder {
public:
    /// `file` stands in messages. "" and the names of UTF-8 stand for UTF-8. \throws Error{usage}
    /// if iconv knows no such encoding.
    Encoder(const std::string& encoding, bool has_mark, std::string file);
    ~Encoder();
    Encoder(const Encoder&) = delete;
    Encoder& operator=(const Encoder&) = delete;
    Encoder(Encoder&&) = delete;
    Encoder& operator=(Encoder&&) = delete;

    /// What stands before the text: its mark, or nothing.
    [[nodiscard]] std::string start();

    /// \throws Error{bad_output} if the encoding lacks a character.
    [[nodiscard]] std::string encoded(const std::string& text);

private:
    void* converter_;  ///< null: none is needed
    std::string encoding_;
    std::string file_;
    bool has_mark_;
};

/// True for UTF-8, which needs no decoding, under any of its names.
[[nodiscard]] bool is_utf8_name(std::string_view encoding);

}  // namespace kanon::io
