// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/json_numbers.hpp"

#include "kanon/base/ascii.hpp"
#include "kanon/base/error.hpp"
#include "kanon/io/byte_source.hpp"
#include "kanon/io/kept_numbers.hpp"
#include "kanon/io/source_layout.hpp"

#include <cstddef>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

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
void feed(const SourceFiles& source, std::size_t index, Database& database, JsonNumbers& numbers) {
    if (source.compression == Compression::zstd) {
        Stream objects(database, json_objects(source, index));
        for (Chunk chunk = objects.next(); chunk; chunk = objects.next()) {
            const auto* cells =
                static_cast<const duckdb_string_t*>(duckdb_vector_get_data(chunk.column(0)));
            for (std::size_t row = 0; row < chunk.size(); ++row) {
                numbers.eat(text_of(cells[row]));
                numbers.eat("\n");
            }
        }
    } else {
        constexpr std::size_t kBuffer = std::size_t{1} << 18U;
        ByteSource bytes(source.paths[index]);
        std::string buffer(kBuffer, '\0');
        while (const std::size_t got = bytes.read(buffer)) {
            throw_if_cancelled(database.context());
            numbers.eat(std::string_view(buffer).substr(0, got));
        }
    }
    numbers.finish();
}

bool any_would_be_rounded(const SourceFiles& source, Database& database) {
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        JsonNumbers numbers([](std::string_view) {});
        feed(source, index, database, numbers);
        if (numbers.any()) {
            return true;
        }
    }
    return false;
}

std::unique_ptr<TemporaryFile> copy_in_quotes(const SourceFiles& source,
                                              std::size_t index,
                                              Database& database) {
    try {
        auto copy = std::make_unique<TemporaryFile>(temporary_prefix(), "");
        copy->hide();
        JsonNumbers numbers([&copy](std::string_view bytes) {
            write_all(copy->descriptor(), bytes.data(), bytes.size());
        });
        feed(source, index, database, numbers);
        return copy;
    } catch (const std::system_error& fault) {
        throw Error(ErrorCode::bad_input,
                    "has numbers that are kept in a temporary file, which fails: " +
                        fault.code().message() + "; set TMPDIR to a folder with room",
                    {.file = source.names[index]});
    }
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

void keep_json_numbers(SourceFiles& source, Database& database) {
    if (source.format != Format::json || !any_would_be_rounded(source, database)) {
        return;
    }
    std::vector<std::string> paths;
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        source.copies.push_back(copy_in_quotes(source, index, database));
        paths.push_back(source.copies.back()->path());
    }
    source.paths = std::move(paths);
    source.compression = Compression::none;
}

}  // namespace kanon::io
