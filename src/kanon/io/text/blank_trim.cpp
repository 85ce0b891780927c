// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text/blank_trim.hpp"

#include <cstddef>
#include <utility>

namespace kanon::io {

BlankTrimmer::BlankTrimmer(char delimiter,
                           std::optional<char> quote,
                           std::function<void(std::string_view)> write)
    : delimiter_(delimiter), quote_(quote), write_(std::move(write)) {}

/// The state behind a character that is no blank to be taken out.
BlankTrimmer::State BlankTrimmer::next(char c) {
    if (state_ == State::quoted) {
        return quote_ == c ? State::closed : State::quoted;
    }
    if (c == delimiter_) {
        return State::cell_start;
    }
    if (c == '\n' || c == '\r') {
        return State::line_start;
    }
    if (state_ == State::cell_start) {
        ++cells_;
        trimmed_ += blank_here_ ? 1U : 0U;
    }
    const bool opens = state_ != State::bare && quote_ == c;
    return opens ? State::quoted : State::bare;
}

void BlankTrimmer::eat(std::string_view bytes) {
    kept_.clear();
    std::size_t begin = 0;  // of what is not kept yet
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        const char c = bytes[at];
        if (state_ == State::cell_start && c == ' ' && delimiter_ != ' ') {
            kept_ += bytes.substr(begin, at - begin);
            begin = at + 1;
            blank_here_ = true;
        } else {
            state_ = next(c);
            blank_here_ = false;
        }
    }
    kept_ += bytes.substr(begin);
    write_(kept_);
}

bool BlankTrimmer::found_blanks() const {
    constexpr std::uint64_t kOf = 20;
    return trimmed_ > 0 && trimmed_ * kOf >= cells_ * (kOf - 1);
}

}  // namespace kanon::io
