// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text/json_numbers.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/io/files/byte_source.hpp"
#include "kanon/io/files/temporary_copy.hpp"
#include "kanon/io/writing/kept_numbers.hpp"

#include <cstddef>
#include <utility>

namespace kanon::io {
namespace {

bool would_be_rounded(std::string_view number) {
    constexpr std::size_t kSafe = 15;  // characters of a number that any double keeps
    if (number.size() <= kSafe && number.find_first_of("eE") == std::string_view::npos) {
        return false;
    }
    return !keeps_number("BIGINT", number) && !keeps_number("UBIGINT", number) &&
           !keeps_number("DOUBLE", number);
}

bool is_of_number(char c) {
    return is_digit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/// Feed the unpacked bytes of one of the files.
void feed(const std::string& path, const RunContext& context, JsonNumbers& numbers) {
    constexpr std::size_t kBuffer = std::size_t{1} << 18U;
    ByteSource bytes(path);
    std::string buffer(kBuffer, '\0');
    while (const std::size_t got = bytes.read(buffer)) {
        throw_if_cancelled(context);
        numbers.eat(std::string_view(buffer).substr(0, got));
    }
    numbers.finish();
}

bool any_would_be_rounded(const SourceFiles& source, const RunContext& context) {
    for (const std::string& path : source.paths) {
        JsonNumbers numbers([](std::string_view) {});
        feed(path, context, numbers);
        if (numbers.any()) {
            return true;
        }
    }
    return false;
}

}  // namespace

void JsonNumbers::end_number() {
    state_ = State::outside;
    const bool rounded = would_be_rounded(number_);
    any_ = any_ || rounded;
    write_(rounded ? "\"" + number_ + "\"" : number_);
    number_.clear();
}

/// A byte that is not part of a number.
void JsonNumbers::step(char c) {
    switch (state_) {
        case State::text:
            state_ = c == '\\' ? State::escape : (c == '"' ? State::outside : State::text);
            break;
        case State::escape:
            state_ = State::text;
            break;
        case State::outside:
        case State::number:
            state_ = c == '"' ? State::text : State::outside;
            break;
    }
}

void JsonNumbers::eat(std::string_view bytes) {
    std::size_t begin = 0;  // of what is not written yet
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        const char c = bytes[at];
        if (state_ == State::number && !is_of_number(c)) {
            end_number();
        }
        if (state_ == State::outside && (c == '-' || is_digit(c))) {
            write_(bytes.substr(begin, at - begin));
            state_ = State::number;
        }
        if (state_ == State::number) {
            number_ += c;
            begin = at + 1;
        } else {
            step(c);
        }
    }
    write_(bytes.substr(begin));
}

void JsonNumbers::finish() {
    if (state_ == State::number) {
        end_number();
    }
}

void keep_json_numbers(SourceFiles& source, const RunContext& context) {
    if (source.format != Format::json || !any_would_be_rounded(source, context)) {
        return;
    }
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        source.read_through(index, temporary_copy(source.names[index], [&](const auto& write) {
                                JsonNumbers numbers(write);
                                feed(source.paths[index], context, numbers);
                            }));
    }
    source.compression = Compression::none;
}

}  // namespace kanon::io
